import { transaction } from '#lib/db/transaction';
import { seeOther } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Context } from '#lib/protocol/context';
import { clearBrowserCookie } from '#lib/sessions/browser-cookie';
import { verifyCsrf } from '#lib/sessions/csrf';
import { signOut } from '#lib/sessions/sign-out';
import { readSessions } from './current-session';
import { problemPage } from './load-interaction';
import { readPostedForm } from './read-form';
import { logoutPurpose } from './read-logout-page';
import { respondProblem, withCookies } from './respond';

/** POST /logout/submit: ends every session of this browser, everywhere at once. */
export async function handleLogoutSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  if (form.values.get('decision') !== 'sign_out') return respondProblem(problemPage(400, 'invalid_request', context));
  const { settings, db, now } = context;
  const done = seeOther(`${settings.issuer}/logout?done=1`);
  const { browserId } = await readSessions(form.cookieHeader, context);
  if (browserId === null) return done;
  const token = form.values.get('csrf') ?? '';
  if (!verifyCsrf(settings.secret, { handle: browserId }, logoutPurpose, token)) {
    return respondProblem(problemPage(403, 'forbidden_origin', context));
  }
  await transaction(db, (tx) => signOut(tx, { browserId, now }));
  return withCookies(done, [clearBrowserCookie(settings)]);
}
