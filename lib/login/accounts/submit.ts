import type { Context } from '#lib/context';
import { transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { chooseSession } from '#lib/interactions/interaction-store';
import { wakeJob } from '#lib/jobs/start-jobs';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { clearBrowserCookie } from '#lib/sessions/browser-cookie';
import type { BrowserState } from '#lib/sessions/browser-state';
import { makeCurrent } from '#lib/sessions/session-store';
import { signOut } from '#lib/sessions/sign-out';
import { writeStateCookie } from '#lib/sessions/state-cookie';
import { continueInteraction } from '../continue-interaction';
import { readSessions } from '../current-session';
import { transferClaim } from '../device/claim';
import type { OpenInteraction } from '../load-interaction';
import type { PostedForm } from '../read-form';
import { refuseForm, toPage, withCookies } from '../respond';
import { usableSessions } from './read';

/** The account chooser: continues with an account, or removes it from this browser. */
export async function handleAccount(open: OpenInteraction, form: PostedForm, context: Context): Promise<HttpResponse> {
  const browser = await readSessions(form.cookieHeader, context);
  const session = usableSessions(open, browser, context).find(({ sid }) => sid === form.values.get('account'));
  // The person signed out in the meantime, perhaps in another tab. The page shows the remaining accounts.
  if (session === undefined || browser.browserId === null) return toPage('login', open, context);
  switch (form.values.get('decision')) {
    case 'continue':
      await transferClaim(open, browser, session, context);
      await makeCurrent(context.db, browser.browserId, session.sid);
      await chooseSession(context.db, open.interaction.hash, session.sid);
      return continueInteraction(withChoice(open, session.sid), session, form, context);
    case 'sign_out':
      return removeAccount(open, { browser, browserId: browser.browserId, sid: session.sid }, context);
    default:
      return refuseForm(open, [400, 'invalid_request'], context);
  }
}

function withChoice<Open extends OpenInteraction>(open: Open, chosenSid: string): Open {
  return { ...open, interaction: { ...open.interaction, chosenSid } };
}

type Removal = { readonly browser: BrowserState; readonly browserId: string; readonly sid: string };

/** Ends the session in every process. Its clients are notified on their back channel. */
async function removeAccount(
  open: OpenInteraction,
  { browser, browserId, sid }: Removal,
  context: Context,
): Promise<HttpResponse> {
  const { db, settings, now } = context;
  await transaction(db, (tx) => signOut(tx, { browserId, sids: [sid], now }));
  wakeJob(noticeJob);
  const remaining = browser.sessions.map((session) => session.sid).filter((other) => other !== sid);
  const cookies = [writeStateCookie(remaining, settings)];
  if (remaining.length === 0) cookies.push(clearBrowserCookie(settings));
  // Returns to the chooser, even if the remaining account could continue by itself.
  return withCookies(seeOther(`${settings.issuer}/login?interaction=${open.handle}&account=choose`), cookies);
}
