import { createHash } from 'node:crypto';
import { z } from 'zod';
import { equalDigests } from '#lib/crypto/hash';
import { hasHiddenCharacter } from '#lib/vocabulary/hidden-characters';
import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import { boundedText } from '#lib/vocabulary/text';
import { issuersOf, type ProviderMetadata } from './provider-metadata';
import type { UpstreamChecks, UpstreamEnvironment } from './upstream';
import { UpstreamError } from './upstream-error';
import { type TokenRules, toleranceSeconds, verifyUpstreamToken } from './verify-upstream-token';

/** The maximum length of a subject (OpenID Connect Core §2: 255 ASCII characters) and of a session id. */
export const identifier = boundedText(
  255,
  z.refine((text) => !hasHiddenCharacter(text)),
).min(1);

/** OpenID Connect Core §2. */
const schema = z.object({
  iss: z.string().max(2000),
  sub: identifier,
  nonce: z.unknown().optional(),
  iat: z.number(),
  aud: z.union([z.string(), z.array(z.string()).min(1)]),
  azp: z.string().exactOptional(),
  auth_time: z.number().exactOptional(),
  at_hash: z.string().exactOptional(),
  sid: identifier.nullable().default(null).catch(null),
});

/** Without spaces, which separate them in a grant. */
const methods = z.array(boundedText(50, z.regex(/^[\x21-\x7e]+$/))).max(20);

export type IdTokenClaims = {
  readonly iss: string;
  readonly sub: string;
  readonly amr: readonly string[];
  readonly acr: string | null;
  /** In seconds since 1970. */
  readonly authTime: number | null;
  /** Null if there is no session ID to compare. */
  readonly sid: string | null;
  readonly all: Readonly<Record<string, unknown>>;
};

/**
 * Verifies an ID token, see verifyUpstreamToken().
 * @returns the claims; whole numbers beyond 2^53 are texts
 * @throws also the errors of readJwt(), and UpstreamError `response` for a tenant that is not allowed
 */
export async function verifyIdToken(
  idToken: string,
  rules: TokenRules,
  environment: UpstreamEnvironment,
): Promise<JwtParts['payload']> {
  const { payload } = readJwt(idToken, 'provider');
  await verifyUpstreamToken(idToken, rules, { requiredClaims: ['exp', 'iat', 'sub'] }, environment);
  checkTenant(payload, rules.metadata, rules.allowedTenants);
  return payload;
}

/** The claim `tid` names the tenant that the issuer stands for, and one of the allowed tenants. */
function checkTenant(
  { tid, iss }: JwtParts['payload'],
  metadata: ProviderMetadata,
  allowedTenants: readonly string[],
): void {
  if (allowedTenants.length === 0) return;
  const tenant = allowedTenants.find((one) => one === tid);
  if (tenant !== undefined && issuersOf(metadata, { allowedTenants: [tenant] })[0] === iss) return;
  throw new UpstreamError('response', 'the user belongs to a tenant that is not allowed');
}

const maximumAcr = 200;

type Checks = Pick<UpstreamChecks, 'maxAge' | 'mustBeNew' | 'startedAt'> & {
  /** Null if the provider does not return it. */
  readonly nonce: string | null;
  readonly now: Date;
};

type Tokens = { readonly idToken: string; readonly accessToken: string; readonly claims: unknown };

/**
 * The remaining checks of OpenID Connect Core §3.1.3.7, after the signature, issuer, audience and expiry: the nonce, the
 * form of the subject, an issue time in the future, several audiences, the age of the sign-in, and the access token's
 * hash (security #111).
 * @throws UpstreamError `response`
 */
export function checkIdToken(tokens: Tokens, clientId: string, checks: Checks): IdTokenClaims {
  const parsed = schema.safeParse(tokens.claims);
  if (!parsed.success)
    throw new UpstreamError('response', 'the ID token has no usable claims', { cause: parsed.error });
  const { iss, sub, sid, iat, aud, azp, nonce, auth_time: authTime, at_hash: hash } = parsed.data;
  if (checks.nonce !== null && nonce !== checks.nonce) {
    throw new UpstreamError('response', 'the ID token has another nonce');
  }
  if (iat > checks.now.getTime() / 1000 + toleranceSeconds) {
    throw new UpstreamError('response', 'the ID token was issued in the future');
  }
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) {
    throw new UpstreamError('response', 'the ID token has several audiences and no azp');
  }
  if (azp !== undefined && azp !== clientId) throw new UpstreamError('response', 'the ID token is for another client');
  if (hash !== undefined && !equalDigests(hash, accessTokenHash(tokens))) {
    throw new UpstreamError('response', 'the access token is not the one of the ID token');
  }
  checkAge(authTime, checks);
  const all: Readonly<Record<string, unknown>> = z.record(z.string(), z.unknown()).parse(tokens.claims);
  const { acr } = all;
  const isShort = typeof acr === 'string' && acr.length <= maximumAcr;
  return { iss, sub, sid, amr: readMethods(all.amr), acr: isShort ? acr : null, authTime: authTime ?? null, all };
}

/**
 * The sign-in at the provider must not be older than requested (OpenID Connect Core §3.1.2.1, max_age), and the
 * provider must state its time. If only a new sign-in was requested, the time may be absent, but it must not
 * contradict.
 */
function checkAge(authTime: number | undefined, { maxAge, mustBeNew, startedAt }: Checks): void {
  if (maxAge === null && !(mustBeNew && authTime !== undefined)) return;
  const earliest = startedAt.getTime() / 1000 - (mustBeNew ? 0 : (maxAge ?? 0)) - toleranceSeconds;
  if (authTime === undefined || authTime < earliest) {
    throw new UpstreamError('response', 'the user did not sign in at the provider as recently as required');
  }
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash that belongs to the token's own algorithm. */
function accessTokenHash({ idToken, accessToken }: Tokens): string {
  const { alg } = z.object({ alg: z.string() }).parse(readJwt(idToken, 'provider').header);
  const bits = /(256|384|512)$/.exec(alg)?.[0] ?? '512';
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** All of them, or none if one is no such text: a part of them would say something else. */
function readMethods(amr: unknown): string[] {
  return methods.safeParse(amr).data ?? [];
}
