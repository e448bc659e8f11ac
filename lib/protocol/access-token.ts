import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { maximumHandle } from '#lib/crypto/random';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { findLiveReference, findLiveUser, isReferenceOver, isTokenRevoked } from '#lib/tokens/live-token-store';
import type { LiveUser } from '#lib/tokens/live-user';
import { type KeyConfirmation, readConfirmation } from '#lib/vocabulary/confirmation';
import { type NamedClaims, noNamedClaims } from '#lib/vocabulary/requested-claims';
import { invalidToken } from './oauth-error';
import { hasMoved, release, releaseToClient } from './release';

/** A currently valid access token of this server, in either format. */
export type LiveToken = {
  readonly clientId: string;
  readonly client: Client;
  /** The key that it is bound to. Null for a bearer token. */
  readonly confirmation: KeyConfirmation | null;
  /** The scope that may be used now. */
  readonly scope: readonly string[];
  /** The claims at the time of issue. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The person of the token. Null for a client that acts for itself. */
  readonly user: LiveUser | null;
  /** The claims of the person that may be released by name. */
  readonly releasedByName: NamedClaims;
};

/** A token as it was issued, with the present state of its person. */
type IssuedToken = Omit<LiveToken, 'releasedByName' | 'client'>;

/**
 * Reads an access token at one of our own endpoints, in one database statement. The token must be issued by us and not
 * expired, neither it nor its grant may be revoked, its session must not have ended, client and person must be enabled,
 * and some of its scope must still be released (see release()). A JWT is checked by its signature and its kind (RFC
 * 9068 §4), so that an ID token does not count. A reference is found by the hash of the exact text.
 * @returns null for anything else, without a reason
 */
export async function readLiveToken(value: string, context: Context): Promise<LiveToken | null> {
  const token = await (value.includes('.') ? readJwt(value, context) : readReference(value, context));
  if (token === null) return null;
  const client = context.snapshot.clients.get(token.clientId);
  return client?.enabled ? released(token, client, context) : null;
}

/**
 * The same for an endpoint that refuses a token by a challenge.
 * @throws invalid_token, which says so if the token has expired (RFC 6750 §3.1)
 */
export async function getLiveToken(value: string, context: Context): Promise<LiveToken> {
  const token = await readLiveToken(value, context);
  if (token !== null) return token;
  throw invalidToken((await hasExpired(value, context)) ? 'token_expired' : 'token_invalid');
}

async function hasExpired(value: string, { db, snapshot, settings, now }: Context): Promise<boolean> {
  if (!value.includes('.')) return value.length <= maximumHandle && isReferenceOver(db, hashHandle(value), now);
  const expected = { kind: 'access_token', issuer: settings.issuer, now, ignoreExpiry: true } as const;
  const exp = verifyOwnJwt(snapshot.keys, value, expected)?.exp;
  return typeof exp === 'number' && exp * 1000 <= now.getTime();
}

/** Limits a token to what may be released now. Null if nothing may be released. */
function released(token: IssuedToken, client: Client, context: Context): LiveToken | null {
  const { snapshot } = context;
  const { scope, user } = token;
  if (user === null) {
    const left = releaseToClient(client, scope, snapshot);
    return left.length === 0 ? null : { ...token, client, scope: left, releasedByName: noNamedClaims };
  }
  // Another client may have exchanged the token. It ends with the client to which the person granted access.
  const first = snapshot.clients.get(user.grant.clientId);
  if (!first?.enabled || hasMoved(first, user.grant.tenant)) return null;
  const found = release({ granted: user.grant, client, person: user, scope }, context);
  return 'withheld' in found ? null : { ...token, client, scope: found.scope, releasedByName: found.claims };
}

async function readReference(value: string, { db, now }: Context): Promise<IssuedToken | null> {
  if (value.length > maximumHandle) return null;
  const found = await findLiveReference(db, hashHandle(value), now);
  return found === null ? null : toToken(JSON.parse(found.token), found.user);
}

async function readJwt(value: string, { db, snapshot, settings, now }: Context): Promise<IssuedToken | null> {
  const claims = verifyOwnJwt(snapshot.keys, value, { kind: 'access_token', issuer: settings.issuer, now });
  if (claims === null) return null;
  const jti = text(claims, 'jti');
  if (jti === null) return null;
  const grantId = text(claims, 'grant_id');
  if (grantId === null) return (await isTokenRevoked(db, jti)) ? null : toToken(claims, null);
  const user = await findLiveUser(db, { grantId, sid: text(claims, 'sid'), jti }, now);
  return user === null ? null : toToken(claims, user);
}

function toToken(claims: Readonly<Record<string, unknown>>, user: LiveUser | null): IssuedToken | null {
  const clientId = text(claims, 'client_id');
  if (clientId === null) return null;
  const scope = text(claims, 'scope')?.split(' ') ?? [];
  return { clientId, confirmation: readConfirmation(claims.cnf), scope, claims, user };
}

function text(claims: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' ? value : null;
}
