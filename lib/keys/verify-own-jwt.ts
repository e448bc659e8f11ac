import { verify } from 'node:crypto';
import { createMemory, type Memory } from '#lib/crypto/memory';
import { singletonOf } from '#lib/singleton';
import { isJsonObject } from '#lib/vocabulary/json';
import { latestStart } from '#lib/vocabulary/time';
import { isRevoked, keyPhase } from './key-phase';
import type { HintRing, KeyRing, SigningKey, VerifyingKey } from './key-ring';
import { type JwtType, signedDigest, signingOptions } from './sign-jwt';

/** The kinds of our own tokens that are accepted. */
type OwnJwtKind = 'id_token' | 'access_token';

const typesOf = {
  id_token: ['JWT'],
  access_token: ['at+jwt', 'JWT'],
} as const satisfies Record<OwnJwtKind, readonly JwtType[]>;

export type OwnJwtExpectation = {
  readonly kind: OwnJwtKind;
  readonly issuer: string;
  readonly now: Date;
  /** An id_token_hint may have expired (RP-Initiated Logout §4), and with it the key that signed it. */
  readonly ignoreExpiry?: boolean;
  /** If given, `aud` must be or contain it. */
  readonly audience?: string;
};

/** In characters: the longest token that we issue and take back. Together with other headers, it fits into 32 KiB. */
export const maximumOwnJwt = 16_384;
const base64url = /^[A-Za-z0-9_-]+$/;

/** Tolerance for the clocks of other nodes. `exp` gets none. */
const notBeforeLeewaySeconds = 60;

/**
 * Verifies a JWT that this server issued. The key determines the algorithm (RFC 8725 §3.1), `kid` only selects from the
 * ring, and the token must be of the expected kind (RFC 8725 §3.11).
 * @returns the payload, or null if it is not a currently valid token of ours
 */
export function verifyOwnJwt(
  ring: KeyRing | HintRing,
  token: string,
  expected: OwnJwtExpectation,
): Readonly<Record<string, unknown>> | null {
  if (token.length > maximumOwnJwt) return null;
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || ![header, payload, signature].every((part) => base64url.test(part))) return null;
  const found = findKey(ring, header, expected);
  if (found === null) return null;
  const { key, typ } = found;
  if (!isSignedBy(key, token, { input: `${header}.${payload}`, signature })) return null;
  const claims = parseObject(payload);
  if (claims === null || !isOfKind(claims, typ, expected.kind)) return null;
  return hasExpectedClaims(claims, expected) ? claims : null;
}

/** The header is compared as text. A header that signJwt() would not write (jku, jwk, x5c, crit, zip) is not ours. */
function findKey(
  ring: KeyRing | HintRing,
  header: string,
  expected: OwnJwtExpectation,
): { key: VerifyingKey; typ: JwtType } | null {
  for (const key of ring.values()) {
    const typ = typesOf[expected.kind].find((one) => key.headers[one] === header);
    if (typ !== undefined) return mayVerify(key, expected) ? { key, typ } : null;
  }
  return null;
}

/** A revoked key verifies nothing, no hint either: somebody else may have it. */
function mayVerify(key: VerifyingKey, { now, ignoreExpiry }: OwnJwtExpectation): boolean {
  return ignoreExpiry === true ? !isRevoked(key) : keyPhase(key, now) !== 'expired';
}

/**
 * Access tokens can have the type of ID tokens, because some libraries expect it. `client_id` then distinguishes them:
 * every access token has it (RFC 9068 §2.2), and no claim of a person or client can put it into an ID token. A signed
 * authorization response (JARM §2.1) has neither `sub` nor `iat`.
 */
function isOfKind(claims: Readonly<Record<string, unknown>>, typ: JwtType, kind: OwnJwtKind): boolean {
  if (kind === 'id_token' && (typeof claims.sub !== 'string' || typeof claims.iat !== 'number')) return false;
  return typ !== 'JWT' || Object.hasOwn(claims, 'client_id') === (kind === 'access_token');
}

/** The number of cached tokens of a key: about 2 MB. */
const knownTokens = 10_000;

/**
 * A cache of verified signatures. A valid signature stays valid, and APIs send the same token with each request. It
 * only remembers that this key signed this exact text. Times, issuer, audience and revocation are checked each time.
 * Only signed tokens are added, and when a key leaves the ring, its cache is removed too.
 */
function isSignedBy(
  key: VerifyingKey,
  token: string,
  parts: { readonly input: string; readonly signature: string },
): boolean {
  const signed = signedTokens(key);
  if (signed.recall(token)) return true;
  const isRight = isSignature(key, parts.input, parts.signature);
  if (isRight) signed.keep(token, true);
  return isRight;
}

const signedTokens = singletonOf<VerifyingKey, Memory<true>>('signed-tokens', () => createMemory(knownTokens));

function hasExpectedClaims(claims: Readonly<Record<string, unknown>>, expected: OwnJwtExpectation): boolean {
  const nowSeconds = expected.now.getTime() / 1000;
  const { iss, iat, exp, nbf, aud } = claims;
  if (iss !== expected.issuer || typeof exp !== 'number') return false;
  if (nowSeconds >= exp && expected.ignoreExpiry !== true) return false;
  // Issued while a clock was ahead. A hint proves no access, and is taken like an expired one.
  if (typeof iat === 'number' && iat > latestStart(expected.now).getTime() / 1000 && expected.ignoreExpiry !== true) {
    return false;
  }
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > nowSeconds + notBeforeLeewaySeconds)) return false;
  if (expected.audience === undefined) return true;
  return Array.isArray(aud) ? aud.includes(expected.audience) : aud === expected.audience;
}

function parseObject(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A public key with its only algorithm. */
export type VerificationKey = Pick<SigningKey, 'alg' | 'publicKey'>;

/**
 * Whether a key created the signature of a JWT. A signature has only one form: no padding, and no unused bits that are
 * set (RFC 4648 §3.5).
 * @param input header and payload exactly as in the JWT
 * @param signature in base64url
 * @throws if OpenSSL cannot compute with the key
 */
export function isSignature({ alg, publicKey }: VerificationKey, input: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.toString('base64url') !== signature) return false;
  return verify(signedDigest({ alg }), Buffer.from(input, 'latin1'), { key: publicKey, ...signingOptions[alg] }, bytes);
}
