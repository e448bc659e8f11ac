import type { Context } from '#lib/context';
import type { Caller } from '#lib/sessions/caller';
import { readKnownBrowser } from '#lib/sessions/known-browser-cookie';
import { findOwnBrowser } from '#lib/users/attempt-limits';

/** Whether the account knows the browser. Strangers cannot use up the attempts of such a browser. */
export async function comesFromKnownBrowser(
  sub: string,
  caller: Pick<Caller, 'cookieHeader'>,
  context: Context,
): Promise<boolean> {
  return (await ownBrowserOf(sub, caller, context)) !== null;
}

/** The hash of the handle by which the account knows the browser, to count its attempts. Null if it does not. */
export function ownBrowserOf(
  sub: string,
  { cookieHeader }: Pick<Caller, 'cookieHeader'>,
  { db, settings, now }: Context,
): Promise<string | null> {
  return findOwnBrowser(db, { sub, browserHandles: readKnownBrowser(cookieHeader, settings) }, now);
}
