import type { Context } from '#lib/protocol/context';
import { type EndSessionRequest, endSessionRequest, plainRequest } from '#lib/protocol/end-session/end-session-request';
import { openRecord } from '#lib/protocol/end-session/sealed-record';
import { selectSessions } from '#lib/protocol/end-session/select-sessions';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { findSessionClients } from '#lib/sessions/clients/store';
import { csrfToken } from '#lib/sessions/csrf';
import { plainFrame } from '#lib/theme/brand';
import { accountFace } from './accounts';
import { readSessions } from './current-session';
import type { LogoutAccount, LogoutPage } from './page-models';

/** What the sign-out form's token is made for. */
export const logoutPurpose = 'logout';

type LogoutInput = {
  readonly cookieHeader: string | undefined;
  readonly request?: string | null;
  /** What was wrong with the answer; a text of the address, so only what is known counts. */
  readonly problem?: string | null;
};

/**
 * What /logout shows: who will be signed out, and a form that does it.
 * @param input `request` as the end session endpoint sealed it for this browser; anything else is as good as none
 */
export async function readLogoutPage(
  context: Context,
  { cookieHeader, request = null, problem = null }: LogoutInput,
): Promise<LogoutPage> {
  const { settings } = context;
  const browser = await readSessions(cookieHeader, context);
  const { browserId } = browser;
  const asked = openLogoutRequest(request, browserId, context);
  // Bound to the signed-in browser: after a restart the session may be remembered while the flow cookie is gone.
  const csrf = browserId === null ? '' : csrfToken(settings.secret, { handle: browserId }, logoutPurpose);
  const sessions = selectSessions(asked ?? plainRequest, browser);
  const frame = plainFrame;
  return {
    page: 'logout',
    frame,
    form: { interaction: null, csrf },
    request: asked === null ? null : request,
    accounts: await describe(sessions, context),
    problem: problem === 'nothing_selected' ? problem : null,
  };
}

/** The current account is ticked, whose turn it is; the others are for the person to choose. */
async function describe(sessions: readonly SessionWithUser[], context: Context): Promise<LogoutAccount[]> {
  const { db, snapshot, now } = context;
  const rows = await findSessionClients(
    db,
    sessions.map(({ sid }) => sid),
  );
  return sessions.map((session, index) => {
    const { sid, username, name } = accountFace(session, now);
    const clients = rows.flatMap((row) => (row.sid === sid ? (snapshot.clients.get(row.clientId) ?? []) : []));
    const apps = clients.map(({ clientId, clientName }) => clientName ?? clientId);
    return { sid, username, name, isTicked: index === 0, apps };
  });
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
