import { clientAssertionAlgs } from '#lib/clients/assertion-algs';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { ForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import {
  type Claims,
  type JwtPurpose,
  readForeignJwt,
  type UnverifiedJwt,
  verifyForeignJwt,
} from '#lib/foreign-jwt/read-foreign-jwt';
import { type KeyOwner, registeredKeys } from '#lib/foreign-keys/registered-keys';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { invalidRequest } from './oauth-error';

/** JWTs that are signed for other purposes name another type (RFC 8725 §3.11). */
const assertionJwt: JwtPurpose = {
  noun: 'assertion',
  maximumLength: 16_384,
  types: [undefined, 'JWT', 'client-authentication+jwt'],
  algorithms: clientAssertionAlgs,
  lifetimeSeconds: messageRules.none.assertionSeconds,
};

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const maximumReceived = 200;

/** Who must have signed an assertion: a client, or an API that introspects. */
type Signer = KeyOwner & {
  /** Its `iss` and `sub`. */
  readonly id: string;
  readonly audiences: readonly string[];
  /** Its `aud` is one text. */
  readonly isAudienceText: boolean;
  /** The longest that an assertion may be valid; it is used at once, and its jti is kept for as long. */
  readonly lifetimeSeconds: number;
};

/** What identifies a verified assertion for its single use, and the audience that it named. */
export type VerifiedAssertion = { readonly aud: unknown; readonly jti: string; readonly exp: number };

/** True if a request has an assertion, valid or not. */
export function hasAssertion({ values }: Parameters): boolean {
  return values.has('client_assertion') || values.has('client_assertion_type');
}

/**
 * The assertion of a request (RFC 7523 §2.2), before its signature is verified.
 * @throws invalid_request with another method; ForeignJwtError for one that cannot be read
 */
export function presentedAssertion(request: HttpRequest, { values }: Parameters): UnverifiedJwt {
  if (request.headers.authorization !== undefined || values.has('client_secret')) {
    throw invalidRequest('authentication_methods_mixed');
  }
  if (values.get('client_assertion_type') !== assertionType) {
    throw new ForeignJwtError('form', 'unknown client_assertion_type');
  }
  return readForeignJwt(values.get('client_assertion') ?? '', assertionJwt);
}

/**
 * Verifies the signature and the claims of an assertion (RFC 7523 §3). Its single use is the caller's to check.
 * @throws ForeignJwtError that names the failed step
 */
export async function verifyAssertion(
  assertion: UnverifiedJwt,
  signer: Signer,
  { settings, now }: Pick<Context, 'settings' | 'now'>,
): Promise<VerifiedAssertion> {
  const timed = { ...assertion, purpose: { ...assertion.purpose, lifetimeSeconds: signer.lifetimeSeconds } };
  const claims = await verifyForeignJwt(timed, registeredKeys(signer, settings, now), now);
  checkParty('iss', claims, signer.id);
  checkParty('sub', claims, signer.id);
  checkAudience(claims, signer);
  return { aud: claims.aud, ...readIdentity(claims) };
}

/** Callers send the address of this endpoint by default (OpenID Connect Core §9). */
const tokenPath = '/connect/token';

/** The audiences of an assertion for an endpoint. All of them are this server. */
export function audiencesAt(path: string, { issuer }: Pick<Context['settings'], 'issuer'>): string[] {
  return [issuer, `${issuer}${path}`, `${issuer}${tokenPath}`];
}

function checkParty(name: 'iss' | 'sub', { [name]: received }: Claims, id: string): void {
  if (received === id) return;
  if (received === undefined) throw wrong(name, `the assertion has no ${name}`);
  throw wrong(name, `${name} of the assertion is not the client_id`, received, [id]);
}

/** Only one audience: an assertion that is valid elsewhere too could be replayed from there (security #66). */
function checkAudience({ aud }: Claims, { audiences, isAudienceText }: Signer): void {
  const isOurs = (value: unknown) => audiences.some((audience) => audience === value);
  if (aud === undefined) throw wrong('aud', 'the assertion has no aud');
  if (!Array.isArray(aud)) {
    if (isOurs(aud)) return;
    throw wrong('aud', 'aud of the assertion is not an audience that the client may send', aud, audiences);
  }
  if (!aud.some(isOurs)) {
    throw wrong('aud', 'aud of the assertion is a list without an audience that the client may send', aud, audiences);
  }
  if (isAudienceText) throw wrong('aud', 'aud is a list, and this client sends one text');
  if (aud.length !== 1) throw wrong('aud', 'aud names more than one audience');
}

function readIdentity({ jti, exp }: Claims): { jti: string; exp: number } {
  if (typeof jti !== 'string' || jti === '') throw wrong('jti', 'jti is not a text');
  if (typeof exp !== 'number') throw wrong('exp', 'the assertion has no exp');
  return { jti, exp };
}

function wrong(name: string, reason: string, received?: unknown, registered: readonly string[] = []): ForeignJwtError {
  const values = received === undefined ? {} : { received: textOf(received), registered };
  return new ForeignJwtError('claims', reason, { name, ...values });
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, maximumReceived);
}
