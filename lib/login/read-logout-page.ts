import type { Context } from '#lib/protocol/context';
import { csrfToken } from '#lib/sessions/csrf';
import { readSessions } from './current-session';
import type { LogoutPage } from './page-models';

/** What the sign-out form's token is made for. */
export const logoutPurpose = 'logout';

/** What /logout shows: who is signed in, and a form that signs them out. */
export async function readLogoutPage(
  context: Context,
  { cookieHeader }: { cookieHeader: string | undefined },
): Promise<LogoutPage> {
  const { settings } = context;
  const { browserId, sessions } = await readSessions(cookieHeader, context);
  // Bound to the signed-in browser: after a restart the session may be remembered while the flow cookie is gone.
  const csrf = browserId === null ? '' : csrfToken(settings.secret, { handle: browserId }, logoutPurpose);
  return { page: 'logout', form: { interaction: null, csrf }, usernames: sessions.map(({ user }) => user.username) };
}
