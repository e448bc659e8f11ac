import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { findNotices, type NoticeState } from '#lib/sessions/logout-notice-store';
import { findSessionClients } from '#lib/sessions/session-client-store';
import { webOrigin } from '#lib/vocabulary/uri';

/** A client that got something from the ended sessions, and how it is notified. */
export type NotifiedClient = {
  readonly clientId: string;
  readonly name: string;
  /** Its addresses for the browser, one for each session (OpenID Connect Front-Channel Logout §2, §3). */
  readonly frames: readonly string[];
  /**
   * - `browser`: its frames must load
   * - `waiting`, `told`, `failed`: notified only by the server (Back-Channel Logout §2), with the state of the delivery
   * - `silent`: it registered no address, so it may still show the person as signed in
   */
  readonly state: 'browser' | 'waiting' | 'told' | 'failed' | 'silent';
};

/**
 * The clients of ended sessions, each once, in the order in which they took part.
 * @param sids the ended sessions
 * @param askedBy the client that asked for the sign-out, which needs no notice
 */
export async function findNotifiedClients(
  sids: readonly string[],
  askedBy: string | null,
  context: Context,
): Promise<NotifiedClient[]> {
  const { db, snapshot, settings } = context;
  const rows = await findSessionClients(db, sids);
  const clients = [...new Set(rows.map(({ clientId }) => clientId))].flatMap((id) => snapshot.clients.get(id) ?? []);
  const enabled = clients.filter((client) => client.enabled);
  const notices = enabled.some(isToldByServer) ? await findNotices(db, sids) : [];
  const notified = enabled.map((client): NotifiedClient => {
    const { clientId } = client;
    const sessions = rows.filter((row) => row.clientId === clientId);
    const frames = sessions.flatMap(({ sid }) => logoutAddress(client, sid, settings.issuer) ?? []);
    const states = sessions.map(({ sid }) => stateOf(notices, sid, clientId));
    const state = frames.length > 0 ? 'browser' : isToldByServer(client) ? worst(states) : 'silent';
    return { clientId, name: client.clientName ?? clientId, frames: [...new Set(frames)], state };
  });
  return notified.filter(({ clientId, frames }) => clientId !== askedBy || frames.length > 0);
}

/** Whether a client learns of a sign-out, by its server or in the browser. */
export function isTold(client: Client): boolean {
  return isToldByServer(client) || logoutAddress(client, '', '') !== null;
}

function isToldByServer({ backchannelLogoutUri }: Client): boolean {
  return backchannelLogoutUri !== null;
}

/** A notice that no longer exists has failed. */
function stateOf(notices: readonly NoticeState[], sid: string, clientId: string): 'waiting' | 'told' | 'failed' {
  const notice = notices.find((one) => one.sid === sid && one.clientId === clientId);
  if (notice === undefined) return 'failed';
  return notice.isDelivered ? 'told' : 'waiting';
}

function worst(states: readonly ('waiting' | 'told' | 'failed')[]): 'waiting' | 'told' | 'failed' {
  return states.find((state) => state === 'failed') ?? states.find((state) => state === 'waiting') ?? 'told';
}

/** Adds issuer and session if the client wants them, after the query of its address. */
function logoutAddress(client: Client, sid: string, issuer: string): string | null {
  const { frontchannelLogoutUri: uri, frontchannelLogoutSessionRequired: sessionRequired } = client;
  // A stored address may be older than the rule for hosts. It then gets no frame.
  if (uri === null || webOrigin(uri) === null) return null;
  if (!sessionRequired) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams({ iss: issuer, sid })}`;
}
