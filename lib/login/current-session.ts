import type { Context } from '#lib/context';
import { pickSession } from '#lib/interactions/pick-session';
import { hintedPerson } from '#lib/protocol/hinted-person';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { readBrowser } from '#lib/sessions/read-browser';
import { touchSession } from '#lib/sessions/touch-session';
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
