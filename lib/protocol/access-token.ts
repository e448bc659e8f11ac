import { hashHandle } from '#lib/crypto/hash';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import { findLiveReference, findLiveUser, isTokenRevoked, type LiveUser } from '#lib/tokens/live/store';
import type { Context } from './context';

/** An access token of ours that works now, whichever format it has. */
export type LiveToken = {
  readonly clientId: string;
  readonly scope: readonly string[];
  /** What it was issued with. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The person it speaks for; null for a client that acts for itself. */
  readonly user: LiveUser | null;
};

/** In characters (semantics §2.10); ours have 43. */
const maximumHandle = 100;

/**
 * Reads an access token at one of our own endpoints, in one database statement: it was issued by us and has not
 * expired, neither it nor its grant was revoked, its session has not ended, and client and person are enabled. A JWT is
 * known by its signature and type `at+jwt` (RFC 9068 §4), so that an ID token is none; a reference by the hash of the
 * exact text.
 * @returns null for anything else, without telling why
 */
export async function readLiveToken(value: string, context: Context): Promise<LiveToken | null> {
  const token = await (value.includes('.') ? readJwt(value, context) : readReference(value, context));
  if (token === null || !context.snapshot.clients.get(token.clientId)?.enabled) return null;
  return token;
}

async function readReference(value: string, { db, now }: Context): Promise<LiveToken | null> {
  if (value.length > maximumHandle) return null;
  const found = await findLiveReference(db, hashHandle(value), now);
  return found === null ? null : toToken(JSON.parse(found.token), found.user);
}

async function readJwt(value: string, { db, snapshot, settings, now }: Context): Promise<LiveToken | null> {
  const claims = verifyOwnJwt(snapshot.keys, value, { typ: 'at+jwt', issuer: settings.issuer, now });
  const jti = claims && text(claims, 'jti');
  if (claims === null || jti === null) return null;
  const grantId = text(claims, 'grant_id');
  if (grantId === null) return (await isTokenRevoked(db, jti)) ? null : toToken(claims, null);
  const user = await findLiveUser(db, { grantId, sid: text(claims, 'sid'), jti }, now);
  return user === null ? null : toToken(claims, user);
}

function toToken(claims: Readonly<Record<string, unknown>>, user: LiveUser | null): LiveToken | null {
  const clientId = text(claims, 'client_id');
  return clientId === null ? null : { clientId, scope: text(claims, 'scope')?.split(' ') ?? [], claims, user };
}

function text(claims: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' ? value : null;
}
