import type { Context } from '#lib/protocol/context';
import { type EndSessionRequest, endSessionRequest, plainRequest } from '#lib/protocol/end-session/end-session-request';
import { openRecord } from '#lib/protocol/end-session/sealed-record';
import { selectSessions } from '#lib/protocol/end-session/select-sessions';
import { csrfToken } from '#lib/sessions/csrf';
import { plainFrame } from '#lib/theme/brand';
import { readSessions } from './current-session';
import type { LogoutPage } from './page-models';

/** What the sign-out form's token is made for. */
export const logoutPurpose = 'logout';

/**
 * What /logout shows: who will be signed out, and a form that does it.
 * @param input `request` as the end session endpoint sealed it for this browser; anything else is as good as none
 */
export async function readLogoutPage(
  context: Context,
  { cookieHeader, request = null }: { cookieHeader: string | undefined; request?: string | null },
): Promise<LogoutPage> {
  const { settings } = context;
  const browser = await readSessions(cookieHeader, context);
  const { browserId } = browser;
  const asked = openLogoutRequest(request, browserId, context);
  // Bound to the signed-in browser: after a restart the session may be remembered while the flow cookie is gone.
  const csrf = browserId === null ? '' : csrfToken(settings.secret, { handle: browserId }, logoutPurpose);
  const usernames = selectSessions(asked ?? plainRequest, browser).map(({ user }) => user.username);
  const frame = plainFrame;
  return {
    page: 'logout',
    frame,
    form: { interaction: null, csrf },
    request: asked === null ? null : request,
    usernames,
  };
}

/** What the end session endpoint carried here for this browser; null when there is nothing that still counts. */
export function openLogoutRequest(
  request: string | null,
  browserId: string | null,
  context: Context,
): EndSessionRequest | null {
  if (browserId === null) return null;
  return openRecord(request, endSessionRequest, { purpose: 'confirm', browser: browserId }, context);
}
