import { clientAssertionAlgs } from '#lib/clients/assertion-algs';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { ForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import {
  type JwtClaims,
  type JwtPurpose,
  readForeignJwt,
  type UnverifiedJwt,
  verifyForeignJwt,
} from '#lib/foreign-jwt/read-foreign-jwt';
import { type KeyOwner, registeredKeys } from '#lib/foreign-keys/registered-keys';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { invalidRequest } from './oauth-error';

/** JWTs that are signed for other purposes have another type (RFC 8725 §3.11). */
const assertionJwt: JwtPurpose = {
  noun: 'assertion',
  maximumLength: 16_384,
  types: [undefined, 'JWT', 'client-authentication+jwt'],
  algorithms: clientAssertionAlgs,
  lifetimeSeconds: messageRules.none.assertionSeconds,
};

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const maximumReceived = 200;

/** The expected signer of an assertion: a client, or an API that introspects. */
type Signer = KeyOwner & {
  /** The expected `iss` and `sub`. */
  readonly id: string;
  readonly audiences: readonly string[];
  /** Whether its `aud` must be a single string. */
  readonly isAudienceText: boolean;
  /** The maximum lifetime of an assertion. It is used immediately, and its jti is stored for the same time. */
  readonly lifetimeSeconds: number;
};

/** The values that make a verified assertion usable only once, and its audience. */
export type VerifiedAssertion = { readonly aud: unknown; readonly jti: string; readonly exp: number };

/** Whether a request has an assertion, valid or not. */
export function hasAssertion({ values }: Parameters): boolean {
  return values.has('client_assertion') || values.has('client_assertion_type');
}

/**
 * The assertion of a request (RFC 7523 §2.2), before its signature is verified.
 * @throws invalid_request together with another method; ForeignJwtError for an assertion that cannot be read
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
 * Verifies the signature and the claims of an assertion (RFC 7523 §3). The caller must check that it is used only once.
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

/** Clients use the address of the token endpoint by default (OpenID Connect Core §9). */
const tokenPath = '/connect/token';

/** The audiences that an endpoint accepts in an assertion. All of them mean this server. */
export function audiencesAt(path: string, { issuer }: Pick<Context['settings'], 'issuer'>): string[] {
  return [issuer, `${issuer}${path}`, `${issuer}${tokenPath}`];
}

function checkParty(name: 'iss' | 'sub', { [name]: received }: JwtClaims, id: string): void {
  if (received === id) return;
  if (received === undefined) throw wrong(name, `the assertion has no ${name}`);
  throw wrong(name, `${name} of the assertion is not the client_id`, received, [id]);
}

/**
 * Only one audience is allowed. If an assertion were valid elsewhere too, it could be replayed from there (security
 * #66).
 */
function checkAudience({ aud }: JwtClaims, { audiences, isAudienceText }: Signer): void {
  const isOurs = (value: unknown) => audiences.some((audience) => audience === value);
  if (aud === undefined) throw wrong('aud', 'the assertion has no aud');
  if (!Array.isArray(aud)) {
    if (isOurs(aud)) return;
    throw wrong('aud', 'aud of the assertion is not an audience that the client may send', aud, audiences);
  }
  if (!aud.some(isOurs)) {
    throw wrong('aud', 'aud of the assertion is a list without an audience that the client may send', aud, audiences);
  }
  if (isAudienceText) throw wrong('aud', 'aud is a list, but this client must send a single value');
  if (aud.length !== 1) throw wrong('aud', 'aud names more than one audience');
}

function readIdentity({ jti, exp }: JwtClaims): { jti: string; exp: number } {
  if (typeof jti !== 'string' || jti === '') throw wrong('jti', 'jti is not a string');
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
