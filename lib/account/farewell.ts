import type { Context } from '#lib/context';
import { messageHtml } from '#lib/http/html';
import type { MessagePage } from '#lib/http/page-models';
import { withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { clearBrowserCookie } from '#lib/sessions/browser-cookie';
import { writeStateCookie } from '#lib/sessions/state-cookie';
import type { AccountPost } from './account-form';
import { personFrame } from './person-view';

/** The page after a form that ended the session. Nothing of the account can be shown any more. */
export function farewell(
  page: Omit<MessagePage, 'frame'>,
  { session, browser }: Pick<AccountPost, 'session' | 'browser'>,
  { settings, snapshot }: Context,
): HttpResponse {
  const response = messageHtml({ ...page, frame: personFrame(session.user, snapshot) });
  const left = browser.sessions.map(({ sid }) => sid).filter((sid) => sid !== session.sid);
  const cookies = [writeStateCookie(left, settings), ...(left.length === 0 ? [clearBrowserCookie(settings)] : [])];
  return withCookies(response, cookies);
}
