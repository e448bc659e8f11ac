import type { Context } from '#lib/context';
import { type NamedValue, namedValues } from '../demo-form';
import { type DemoSession, findDemoSession } from '../demo-sessions';
import { type DeviceState, findDeviceClient, readDeviceState } from './device-cookie';

type Waiting = NonNullable<DeviceState['waiting']>;

/** The content of /demo/device. */
export type DeviceDemoPage = {
  readonly problem: { readonly error: string; readonly description: string } | null;
  readonly waiting: {
    readonly userCode: string;
    readonly verificationUri: string;
    readonly verificationUriComplete: string;
    readonly intervalSeconds: number;
    /** How long the code is still valid, at least 0. */
    readonly remainingSeconds: number;
  } | null;
  readonly connected: {
    readonly name: string;
    /** The claims of the ID token, whose signature, issuer, audience and times have been verified. */
    readonly claims: readonly NamedValue[];
    readonly userInfo: readonly NamedValue[];
  } | null;
};

/** Reads the simulated device's page. Null if there is no such client. */
export async function readDeviceDemo(
  context: Context,
  cookieHeader: string | undefined,
): Promise<DeviceDemoPage | null> {
  if (findDeviceClient(context) === null) return null;
  const { waiting, session: id, problem } = await readDeviceState(cookieHeader, context.settings);
  const session = findDemoSession(id, context.now);
  return {
    problem: problem ?? null,
    waiting: waiting === undefined ? null : whatToShow(waiting, context.now),
    connected: session === null ? null : whatCame(session),
  };
}

/** Without the device code, which stays on the device. */
function whatToShow(
  { userCode, verificationUri, verificationUriComplete, intervalSeconds, expiresAt }: Waiting,
  now: Date,
): NonNullable<DeviceDemoPage['waiting']> {
  const remainingSeconds = Math.max(0, Math.ceil((expiresAt - now.getTime()) / 1000));
  return { userCode, verificationUri, verificationUriComplete, intervalSeconds, remainingSeconds };
}

function whatCame({ claims, userInfo }: DemoSession): NonNullable<DeviceDemoPage['connected']> {
  return {
    name: typeof userInfo.name === 'string' ? userInfo.name : claims.sub,
    claims: namedValues(claims),
    userInfo: namedValues(userInfo),
  };
}
