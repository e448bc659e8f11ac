import { forgetConsentsOfUser } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { messageHtml } from '#lib/http/html';
import type { MessagePage } from '#lib/http/page-models';
import { withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { clearBrowserCookie } from '#lib/sessions/browser-cookie';
import { type EndedSession, signOutUser } from '#lib/sessions/sign-out';
import { writeStateCookie } from '#lib/sessions/state-cookie';
import { type AccountLinkKind, accountLinkKinds, voidAccountLinks } from '#lib/users/account-link-store';
import { voidPasswordLinks } from '#lib/users/password-link-store';
import type { SignedIn } from './person';
import { personFrame } from './person-view';

/** The person who changed the address must not be able to remove the former owner's way to undo it. */
const withoutUndo: readonly AccountLinkKind[] = accountLinkKinds.filter((kind) => kind !== 'undo_email');

/**
 * Ends all use of an account, after a recovery, an undone change, or "this was not me": all sessions in every browser,
 * grants, known browsers, trusted devices and waiting links (security #91, #104). Another person may have allowed an
 * app to come back without a page, so remembered consents are forgotten too. The link that undoes a change of address
 * stays, unless `keepsUndo` is false.
 * @returns the sessions that ended; the caller wakes the job of logout notices
 */
export async function endAccountUse(
  tx: Transaction,
  { sub, now, keepsUndo = true }: { readonly sub: string; readonly now: Date; readonly keepsUndo?: boolean },
): Promise<EndedSession[]> {
  const ended = await signOutUser(tx, { sub, now });
  await forgetConsentsOfUser(tx, sub);
  await voidAccountLinks(tx, sub, now, keepsUndo ? withoutUndo : accountLinkKinds);
  await voidPasswordLinks(tx, sub, now);
  return ended;
}

/** The page after a form that ended the session. Nothing of the account can be shown any more. */
export function farewell(
  page: Omit<MessagePage, 'frame'>,
  { session, browser }: Pick<SignedIn, 'session' | 'browser'>,
  { settings, snapshot }: Context,
): HttpResponse {
  const response = messageHtml({ ...page, frame: personFrame(session.user, snapshot) });
  const left = browser.sessions.map(({ sid }) => sid).filter((sid) => sid !== session.sid);
  const cookies = [writeStateCookie(left, settings), ...(left.length === 0 ? [clearBrowserCookie(settings)] : [])];
  return withCookies(response, cookies);
}
