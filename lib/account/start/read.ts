import type { Context } from '#lib/context';
import { findDeviceClient } from '#lib/demo/device/device-cookie';
import { findDemoClient } from '#lib/demo/relying-party';
import { readSessions } from '#lib/login/current-session';
import { roleInForce } from '#lib/users/role-in-force';
import { type PersonView, personView } from '../person-view';

/** The page at the root of the portal: the signed-in person, and the pages they can go to. */
export type StartPage = {
  readonly page: 'start';
  /** Null without a session. */
  readonly person: PersonView | null;
  /** The person has a role in the administration. */
  readonly isAdministrator: boolean;
  readonly hasDemo: boolean;
  readonly hasDemoDevice: boolean;
};

export async function readStartPage(context: Context, cookieHeader: string | undefined): Promise<StartPage> {
  const { current } = await readSessions(cookieHeader, context);
  return {
    page: 'start',
    person: current && personView(current.user, context.settings.issuer),
    isAdministrator: current !== null && roleInForce(current.user) !== null,
    hasDemo: findDemoClient(context) !== null,
    hasDemoDevice: findDeviceClient(context) !== null,
  };
}
