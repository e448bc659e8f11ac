import { pickSession } from '#lib/interactions/pick-session';
import type { Context } from '#lib/protocol/context';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { readBrowser } from '#lib/sessions/read-browser';
import { touchSession } from '#lib/sessions/touch-session';
import type { OpenDevice, OpenInteraction } from './load-interaction';

/** The browser's live sessions; the current one counts as used. */
export async function readSessions(cookieHeader: string | undefined, context: Context): Promise<BrowserState> {
  const { db, settings, snapshot, now } = context;
  const browser = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (browser.current !== null) await touchSession(db, browser.current, snapshot.portal, now);
  return browser;
}

/** The session an interaction goes on with. */
export function sessionFor(open: OpenInteraction | OpenDevice, browser: BrowserState): SessionWithUser | null {
  const { chosenSid, startedAt } = open.interaction;
  const { loginHint, hintSub } = open.kind === 'device' ? { ...open.request, hintSub: null } : open.interaction.request;
  return pickSession({ loginHint, hintSub, chosenSid, startedAt }, browser);
}
