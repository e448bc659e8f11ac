import type { Context } from '#lib/context';
import { pickSession } from '#lib/interactions/pick-session';
import { hintedPerson } from '#lib/protocol/hinted-person';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import type { Caller } from '#lib/sessions/caller';
import { readBrowser } from '#lib/sessions/read-browser';
import { touchSession } from '#lib/sessions/renew-handle';
import { findOwnBrowser } from '#lib/users/attempt-limits';
import type { OpenInteraction } from './load-interaction';

/** The browser's live sessions. Reading them counts as a use of the current one. */
export async function readSessions(cookieHeader: string | undefined, context: Context): Promise<BrowserState> {
  const { db, settings, snapshot, now } = context;
  const browser = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (browser.current !== null) await touchSession(db, browser.current, snapshot.portal, now);
  return browser;
}

/** The session that an interaction continues with. */
export function sessionFor(
  { interaction, client, required, loginHint }: OpenInteraction,
  browser: BrowserState,
  context: Pick<Context, 'snapshot'>,
): SessionWithUser | null {
  const { chosenSid, startedAt } = interaction;
  const hintSub = client === null ? null : hintedPerson(required.hintSub, client, browser.sessions, context);
  return pickSession({ loginHint, hintSub, chosenSid, startedAt }, browser);
}

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
