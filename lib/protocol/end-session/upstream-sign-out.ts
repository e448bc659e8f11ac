import { z } from 'zod';
import type { Context } from '#lib/context';
import { open, rowAad, sealingKey } from '#lib/crypto/seal';
import type { Session } from '#lib/sessions/browser-state';
import { findUpstreamSignOuts, type UpstreamSignOut } from '#lib/sessions/upstream/upstream-session-store';

/** In characters. With a longer ID token, servers would refuse the address. */
const maximumHint = 4000;

const signOut = z.object({ endpoint: z.string(), idToken: z.string(), clientId: z.string() });

/**
 * The address for signing out at the provider of a session (RP-Initiated Logout §2), for the first session that has
 * one. The data was stored at the sign-in, so no request is made here.
 * @param sessions the ended sessions, the current one first
 * @param state the provider returns it; it is sealed, so that the provider learns nothing from it
 * @returns null if no session has such a provider
 */
export async function findUpstreamSignOut(
  sessions: readonly Pick<Session, 'sid' | 'idp'>[],
  state: (provider: string) => string,
  context: Context,
): Promise<string | null> {
  const { db, snapshot } = context;
  const external = sessions.filter(({ idp }) => snapshot.providers.get(idp)?.enabled);
  if (external.length === 0) return null;
  const kept = await findUpstreamSignOuts(
    db,
    external.map(({ sid }) => sid),
  );
  const found = external.flatMap(({ sid, idp }) => kept.filter((one) => one.sid === sid && one.provider === idp))[0];
  return found === undefined ? null : signOutUrl(found, state(found.provider), context);
}

function signOutUrl({ sid, sealed }: UpstreamSignOut, state: string, { settings }: Context): string {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSession', 'sealed', sid)).toString();
  const { endpoint, idToken, clientId } = signOut.parse(JSON.parse(text));
  const url = new URL(endpoint);
  if (idToken.length <= maximumHint) url.searchParams.set('id_token_hint', idToken);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('post_logout_redirect_uri', `${settings.issuer}/connect/endsession/callback`);
  url.searchParams.set('state', state);
  return url.href;
}
