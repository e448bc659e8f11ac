import { transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { chooseSession } from '#lib/interactions/store';
import { wakeNoticeWorker } from '#lib/protocol/back-channel/notice-worker';
import type { Context } from '#lib/protocol/context';
import { clearBrowserCookie } from '#lib/sessions/browser-cookie';
import type { BrowserState } from '#lib/sessions/browser-state';
import { signOut } from '#lib/sessions/sign-out';
import { writeStateCookie } from '#lib/sessions/state-cookie';
import { makeCurrent } from '#lib/sessions/store';
import { usableSessions } from './accounts';
import { continueInteraction } from './continue-interaction';
import { readSessions } from './current-session';
import { handOver } from './device/hand-over';
import { openProblem } from './frame-of';
import type { OpenDevice, OpenInteraction } from './load-interaction';
import type { PostedForm } from './read-form';
import { respondProblem, toPage, withCookies } from './respond';

/** The account chooser: a person goes on with an account, or removes it from this browser. */
export async function handleAccount(
  open: OpenInteraction | OpenDevice,
  form: PostedForm,
  context: Context,
): Promise<HttpResponse> {
  const browser = await readSessions(form.cookieHeader, context);
  const session = usableSessions(open, browser, context).find(({ sid }) => sid === form.values.get('account'));
  // Signed out meanwhile, in another tab perhaps: the page knows who is left.
  if (session === undefined || browser.browserId === null) return toPage('login', open, context);
  switch (form.values.get('decision')) {
    case 'continue':
      await handOver(open, browser, session, context);
      await makeCurrent(context.db, browser.browserId, session.sid);
      await chooseSession(context.db, open.interaction.hash, session.sid);
      return continueInteraction(withChoice(open, session.sid), session, context);
    case 'sign_out':
      return removeAccount(open, { browser, browserId: browser.browserId, sid: session.sid }, context);
    default:
      return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  }
}

function withChoice<Open extends OpenInteraction | OpenDevice>(open: Open, chosenSid: string): Open {
  return { ...open, interaction: { ...open.interaction, chosenSid } };
}

type Removal = { readonly browser: BrowserState; readonly browserId: string; readonly sid: string };

/** Ends the session everywhere at once; its applications are told on their back channel. */
async function removeAccount(
  open: OpenInteraction | OpenDevice,
  { browser, browserId, sid }: Removal,
  context: Context,
): Promise<HttpResponse> {
  const { db, settings, now } = context;
  await transaction(db, (tx) => signOut(tx, { browserId, sids: [sid], now }));
  wakeNoticeWorker();
  const remaining = browser.sessions.map((session) => session.sid).filter((other) => other !== sid);
  const cookies = [writeStateCookie(remaining, settings)];
  if (remaining.length === 0) cookies.push(clearBrowserCookie(settings));
  // Back to the chooser, also where the account that is left could go on by itself.
  return withCookies(seeOther(`${settings.issuer}/login?interaction=${open.handle}&account=choose`), cookies);
}
