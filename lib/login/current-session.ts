import type { Interaction } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { readBrowser } from '#lib/sessions/read-browser';
import { touchSession } from '#lib/sessions/touch-session';

/** The browser's live sessions; the current one counts as used. */
export async function readSessions(cookieHeader: string | undefined, context: Context): Promise<BrowserState> {
  const { db, settings, snapshot, now } = context;
  const browser = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (browser.current !== null) await touchSession(db, browser.current, snapshot.portal, now);
  return browser;
}

/** The session an interaction goes on with: the one id_token_hint names, else the current one. */
export function sessionFor({ request }: Interaction, browser: BrowserState): SessionWithUser | null {
  return browser.sessions.find(({ sub }) => sub === request.hintSub) ?? browser.current;
}
