import type { Client } from '#lib/clients/client';
import { findSessionClients } from '#lib/sessions/clients/store';
import type { Context } from '../context';

/**
 * The addresses that the signed-out page loads in frames, one for each client of the ended sessions that registered
 * one (OpenID Connect Front-Channel Logout §2, §3).
 * @param sids of sessions that have ended
 */
export async function findLogoutFrames(sids: readonly string[], context: Context): Promise<string[]> {
  const { db, snapshot, settings } = context;
  const rows = await findSessionClients(db, sids);
  const frames = rows.flatMap(({ sid, clientId }) => {
    const client = snapshot.clients.get(clientId);
    const address = client?.enabled ? logoutAddress(client, sid, settings.issuer) : null;
    return address === null ? [] : [address];
  });
  return [...new Set(frames)];
}

/** Issuer and session come along when the client wants them, beside whatever query its address has. */
function logoutAddress(client: Client, sid: string, issuer: string): string | null {
  const { frontchannelLogoutUri: uri, frontchannelLogoutSessionRequired: sessionRequired } = client;
  if (uri === null || !sessionRequired) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams({ iss: issuer, sid })}`;
}
