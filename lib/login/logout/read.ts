import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { type EndSessionRequest, endSessionRequest, plainRequest } from '#lib/protocol/end-session/end-session-request';
import { isTold } from '#lib/protocol/end-session/notified-clients';
import { openRecord } from '#lib/protocol/end-session/sealed-record';
import { selectSessions } from '#lib/protocol/end-session/select-sessions';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { csrfToken } from '#lib/sessions/csrf';
import { findSessionClients } from '#lib/sessions/session-client-store';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { type AccountView, accountView } from '../accounts/read';
import { readSessions } from '../current-session';
import type { FormBinding } from '../form-binding';

/** A person who can be signed out, with their apps. */
export type LogoutAccount = Omit<AccountView, 'secondsAgo'> & {
  readonly isTicked: boolean;
  /** The applications that a channel tells about the sign-out (OpenID Connect Front- and Back-Channel Logout). */
  readonly apps: readonly string[];
  /** Those that nobody tells, except the one that asks for the sign-out. */
  readonly silent: readonly string[];
};

export type LogoutPage = {
  readonly page: 'logout';
  readonly frame: PageFrame;
  readonly form: FormBinding;
  /** The client's sealed request, for the hidden input `request`. Null without a client. */
  readonly request: string | null;
  /** The people signed in on this browser, the current one first. Empty if nobody is. Several can be selected. */
  readonly accounts: readonly LogoutAccount[];
  readonly problem: 'nothing_selected' | null;
};

/** The purpose of the sign-out form's token. */
export const logoutPurpose = 'logout';

type LogoutInput = {
  readonly cookieHeader: string | undefined;
  readonly request?: string | null;
  /** The problem of the last answer. It comes from the address, so only known values count. */
  readonly problem?: string | null;
};

/**
 * The page /logout: the people who can be signed out, and the form.
 * @param input `request` as the end session endpoint sealed it for this browser; anything else counts as absent
 */
export async function readLogoutPage(
  context: Context,
  { cookieHeader, request = null, problem = null }: LogoutInput,
): Promise<LogoutPage> {
  const { settings } = context;
  const browser = await readSessions(cookieHeader, context);
  const { browserId } = browser;
  const asked = openLogoutRequest(request, browserId, context);
  // Bound to the signed-in browser: after a restart it may have the session but no longer the flow cookie.
  const csrf = browserId === null ? '' : csrfToken(settings.secret, { handle: browserId }, logoutPurpose);
  const sessions = selectSessions(asked ?? plainRequest, browser, context);
  const frame = wholeFrame(context.snapshot.brand);
  return {
    page: 'logout',
    frame,
    form: { interaction: null, csrf },
    request: asked === null ? null : request,
    accounts: await describe(sessions, asked?.clientId ?? null, context),
    problem: problem === 'nothing_selected' ? problem : null,
  };
}

/** The current account is selected. The person chooses among the others. */
async function describe(
  sessions: readonly SessionWithUser[],
  askedBy: string | null,
  context: Context,
): Promise<LogoutAccount[]> {
  const { db, snapshot, now } = context;
  const rows = await findSessionClients(
    db,
    sessions.map(({ sid }) => sid),
  );
  return sessions.map((session, index) => {
    const { sid, username, name } = accountView(session, now);
    const clients = rows.flatMap((row) => (row.sid === sid ? (snapshot.clients.get(row.clientId) ?? []) : []));
    const namesOf = (some: readonly Client[]) => some.map(({ clientId, clientName }) => clientName ?? clientId);
    const apps = namesOf(clients.filter(isTold));
    const silent = namesOf(clients.filter((client) => !isTold(client) && client.clientId !== askedBy));
    return { sid, username, name, isTicked: index === 0, apps, silent };
  });
}

/** The request that the end session endpoint sealed for this browser. Null if there is no valid one. */
export function openLogoutRequest(
  request: string | null,
  browserId: string | null,
  context: Context,
): EndSessionRequest | null {
  if (browserId === null) return null;
  return openRecord(request, endSessionRequest, { purpose: 'confirm', browser: browserId }, context);
}
