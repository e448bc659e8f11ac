import type { Context } from '#lib/context';
import type { Caller } from '#lib/sessions/caller';
import { readKnownBrowser } from '#lib/sessions/known-browser-cookie';
import { findOwnBrowser } from '#lib/users/attempt-limits';

/** Whether the account knows the browser: strangers cannot use up the attempts of such a browser. */
export async function comesFromKnownBrowser(
  sub: string,
  { cookieHeader }: Pick<Caller, 'cookieHeader'>,
  { db, settings, now }: Context,
): Promise<boolean> {
  const browserHandles = readKnownBrowser(cookieHeader, settings);
  return (await findOwnBrowser(db, { sub, browserHandles }, now)) !== null;
}
