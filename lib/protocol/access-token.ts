import { hashHandle } from '#lib/crypto/hash';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { findAccessToken } from '#lib/tokens/store';
import type { Context } from './context';

/** What an access token says, whichever format it has. */
export type AccessToken = {
  readonly jti: string;
  readonly clientId: string;
  /** null for a client that acts for itself. */
  readonly grantId: string | null;
  readonly sid: string | null;
  readonly scope: readonly string[];
};

/**
 * Reads an access token of ours that has not expired: a JWT by its signature and type `at+jwt` (RFC 9068 §4), so that
 * an ID token is none; a reference by the hash of the exact text. Grant, session and client are checked by the caller.
 */
export async function readAccessToken(value: string, context: Context): Promise<AccessToken | null> {
  const { snapshot, settings, now } = context;
  if (!value.includes('.')) {
    const claims = await findAccessToken(context.db, hashHandle(value), now);
    return claims === null ? null : fromClaims(JSON.parse(claims));
  }
  const claims = verifyOwnJwt(snapshot.keys, value, { typ: 'at+jwt', issuer: settings.issuer, now });
  return claims === null ? null : fromClaims(claims);
}

function fromClaims(claims: Readonly<Record<string, unknown>>): AccessToken | null {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : null);
  const jti = text('jti');
  const clientId = text('client_id');
  if (jti === null || clientId === null) return null;
  return { jti, clientId, grantId: text('grant_id'), sid: text('sid'), scope: text('scope')?.split(' ') ?? [] };
}
