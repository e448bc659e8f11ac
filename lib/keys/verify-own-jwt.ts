import { verify } from 'node:crypto';
import { createMemory, type Memory } from '#lib/crypto/memory';
import { singleton } from '#lib/singleton';
import { keyPhase } from './key-phase';
import type { KeyRing, SigningKey } from './key-ring';
import { type JwtType, signingOptions } from './sign-jwt';

export type OwnJwtExpectation = {
  readonly typ: JwtType;
  readonly issuer: string;
  readonly now: Date;
  /** id_token_hint may have expired (RP-Initiated Logout §4). */
  readonly ignoreExpiry?: boolean;
  /** When given, `aud` is or contains it. */
  readonly audience?: string;
};

const maximumLength = 16_384;
const base64url = /^[A-Za-z0-9_-]+$/;

/** Other nodes issue with their own clocks; an `exp` gets no leeway. */
const notBeforeLeewaySeconds = 60;

/**
 * Verifies a JWT that we issued ourselves. The key decides the algorithm (RFC 8725 §3.1), `kid` only looks up the ring,
 * and the token type has to be the expected one (RFC 8725 §3.11), so that no kind of token passes for another.
 * @returns the payload, or null for anything that is not a token of ours, valid now
 */
export function verifyOwnJwt(
  ring: KeyRing,
  token: string,
  expected: OwnJwtExpectation,
): Readonly<Record<string, unknown>> | null {
  if (token.length > maximumLength) return null;
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || ![header, payload, signature].every((part) => base64url.test(part))) return null;
  const key = findKey(ring, header, expected);
  if (key === null || !isSignedBy(key, token, { input: `${header}.${payload}`, signature })) return null;
  const claims = parseObject(payload);
  return claims !== null && hasExpectedClaims(claims, expected) ? claims : null;
}

/** The header is compared as text: one that signJwt() would write otherwise (jku, jwk, x5c, crit, zip) is not ours. */
function findKey(ring: KeyRing, header: string, { typ, now }: OwnJwtExpectation): SigningKey | null {
  for (const key of ring.values()) {
    if (key.headers[typ] === header) return keyPhase(key, now) === 'expired' ? null : key;
  }
  return null;
}

/** So many tokens of a key are known as signed by it: about 2 MB. */
const knownTokens = 10_000;

/**
 * A signature that was found right stays right, and the same token comes again and again: APIs ask about it at each
 * request. What is remembered of a token is only that this very text was signed by this key; its times, issuer,
 * audience and whether it was revoked are looked at each time. Who cannot sign cannot fill the memory, and a key that
 * is dropped from the ring takes its own along.
 */
function isSignedBy(
  key: SigningKey,
  token: string,
  parts: { readonly input: string; readonly signature: string },
): boolean {
  const signed = signedTokens(key);
  if (signed.recall(token)) return true;
  const isRight = hasSignature(key, parts.input, parts.signature);
  if (isRight) signed.keep(token, true);
  return isRight;
}

function signedTokens(key: SigningKey): Memory<true> {
  const byKey = singleton('signed-tokens', () => new WeakMap<SigningKey, Memory<true>>());
  const known = byKey.get(key) ?? createMemory<true>(knownTokens);
  byKey.set(key, known);
  return known;
}

function hasSignature(key: SigningKey, input: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.toString('base64url') !== signature) return false;
  const digest = key.alg === 'EdDSA' ? null : 'sha256';
  return verify(digest, Buffer.from(input, 'latin1'), { key: key.publicKey, ...signingOptions[key.alg] }, bytes);
}

function hasExpectedClaims(claims: Readonly<Record<string, unknown>>, expected: OwnJwtExpectation): boolean {
  const nowSeconds = expected.now.getTime() / 1000;
  const { iss, exp, nbf, aud } = claims;
  if (iss !== expected.issuer || typeof exp !== 'number') return false;
  if (nowSeconds >= exp && expected.ignoreExpiry !== true) return false;
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > nowSeconds + notBeforeLeewaySeconds)) return false;
  if (expected.audience === undefined) return true;
  return Array.isArray(aud) ? aud.includes(expected.audience) : aud === expected.audience;
}

function parseObject(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
