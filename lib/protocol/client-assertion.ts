import { clientAssertionAlgs } from '#lib/clients/assertion-algs';
import type { Client } from '#lib/clients/client';
import { messageRules } from '#lib/clients/security-profile/profiles';
import type { Context } from '#lib/context';
import type { Facts } from '#lib/explain/facts';
import { ForeignJwtError, isForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import {
  type Claims,
  type JwtPurpose,
  readForeignJwt,
  type UnverifiedJwt,
  verifyForeignJwt,
} from '#lib/foreign-jwt/read-foreign-jwt';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import { registeredKeys } from '#lib/foreign-keys/registered-keys';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { isLongerThanClientId } from '#lib/vocabulary/client-id';
import { findAlgProblem } from './find-alg-problem';
import { noteClientUse } from './note-client-use';
import { invalidClient, invalidRequest, type OAuthError } from './oauth-error';

/** JWTs a client signs for other purposes name another type (RFC 8725 §3.11). */
const assertionJwt: JwtPurpose = {
  noun: 'assertion',
  maximumLength: 16_384,
  types: [undefined, 'JWT', 'client-authentication+jwt'],
  algorithms: clientAssertionAlgs,
  lifetimeSeconds: messageRules.none.assertionSeconds,
};

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const maximumReceived = 200;

/** True if a request has a client assertion, valid or not. */
export function hasAssertion({ values }: Parameters): boolean {
  return values.has('client_assertion') || values.has('client_assertion_type');
}

/**
 * Authenticates a client by a JWT it signed (private_key_jwt: RFC 7523 §3, OpenID Connect Core §9). The assertion is
 * used up last, after it was found to be the client's own.
 * @throws invalid_request beside another method; invalid_client for everything else
 */
export async function authenticateByAssertion(
  request: HttpRequest,
  { values }: Parameters,
  context: Context,
): Promise<Client> {
  if (request.headers.authorization !== undefined || values.has('client_secret')) {
    throw invalidRequest('authentication_methods_mixed');
  }
  if (values.get('client_assertion_type') !== assertionType) throw refuse({ reason: 'unknown client_assertion_type' });
  const assertion = readAssertion(values.get('client_assertion') ?? '');
  const client = findClient(assertion.unverified, values.get('client_id'), context);
  checkAlg(assertion, client);
  const { aud, jti, exp } = await verifyAssertion(assertion, client, request.path, context);
  const { clientId } = client;
  const use = { purpose: 'client_assertion', owner: clientId, jti, expiresAt: new Date(exp * 1000) } as const;
  if (!(await spendJwt(context.db, use))) throw refuse({ reason: 'the assertion was used before', clientId });
  noteClientUse(client, { assertion_audience: [aud === context.settings.issuer ? 'issuer' : 'endpoint'] }, context);
  return client;
}

function readAssertion(text: string): UnverifiedJwt {
  try {
    return readForeignJwt(text, assertionJwt);
  } catch (error) {
    throw translate(error);
  }
}

/** The client the assertion names, before it is believed. A client_id beside it has to be the same (RFC 7521 §4.2). */
function findClient({ sub }: Claims, clientId: string | undefined, { snapshot }: Context): Client {
  if (typeof sub !== 'string' || isLongerThanClientId(sub)) {
    throw refuse({ reason: 'the assertion has no usable sub' });
  }
  const facts = { clientId: sub };
  if (clientId !== undefined && clientId !== sub) {
    throw refuse({ reason: 'client_id is not the sub of the assertion', ...facts });
  }
  const client = snapshot.clients.get(sub);
  if (client === undefined) throw invalidClient('client_authentication_failed', { reason: 'unknown client', ...facts });
  if (!client.enabled) throw invalidClient('client_authentication_failed', { reason: 'client disabled', ...facts });
  if (client.tokenEndpointAuthMethod !== 'private_key_jwt') {
    const reason = 'the client did not register private_key_jwt';
    throw invalidClient('client_authentication_failed', { reason, setting: 'token_endpoint_auth_method', ...facts });
  }
  return client;
}

function checkAlg({ header }: UnverifiedJwt, client: Client): void {
  const registered = { alg: client.tokenEndpointAuthSigningAlg, setting: 'token_endpoint_auth_signing_alg' };
  const problem = findAlgProblem(header.alg, registered, client);
  if (problem !== null) throw refuse(problem);
}

async function verifyAssertion(assertion: UnverifiedJwt, client: Client, path: string, { settings, now }: Context) {
  const { clientId, securityProfile } = client;
  const lifetimeSeconds = messageRules[securityProfile].assertionSeconds;
  const timed = { ...assertion, purpose: { ...assertion.purpose, lifetimeSeconds } };
  try {
    const claims = await verifyForeignJwt(timed, registeredKeys(client, settings, now), now);
    checkParty('iss', claims, clientId);
    checkParty('sub', claims, clientId);
    checkAudience(claims, client, audiencesOf(client, path, settings));
    return { aud: claims.aud, ...readIdentity(claims) };
  } catch (error) {
    throw translate(error, clientId);
  }
}

/** Clients send the address of this endpoint by default (OpenID Connect Core §9). */
const tokenPath = '/connect/token';

/** The audiences that the client may send. All of them are this server. */
function audiencesOf(client: Client, path: string, { issuer }: Context['settings']): string[] {
  if (client.clientAssertionAudience === 'issuer') return [issuer];
  return [issuer, `${issuer}${path}`, `${issuer}${tokenPath}`];
}

function checkParty(name: 'iss' | 'sub', { [name]: received }: Claims, clientId: string): void {
  if (received === clientId) return;
  if (received === undefined) throw wrong(name, `the assertion has no ${name}`);
  throw wrong(name, `${name} of the assertion is not the client_id`, received, [clientId]);
}

/** Only one audience: an assertion that is valid elsewhere too could be replayed from there (security #66). */
function checkAudience({ aud }: Claims, client: Client, audiences: readonly string[]): void {
  const isOurs = (value: unknown) => audiences.some((audience) => audience === value);
  if (aud === undefined) throw wrong('aud', 'the assertion has no aud');
  if (!Array.isArray(aud)) {
    if (isOurs(aud)) return;
    throw wrong('aud', 'aud of the assertion is not an audience that the client may send', aud, audiences);
  }
  if (!aud.some(isOurs)) {
    throw wrong('aud', 'aud of the assertion is a list without an audience that the client may send', aud, audiences);
  }
  if (client.clientAssertionAudience === 'issuer') throw wrong('aud', 'aud is a list, and this client sends one text');
  if (aud.length !== 1) throw wrong('aud', 'aud names more than one audience');
}

/** What the assertion is used up by. */
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

/** The answer is the same for every reason (RFC 6749 §5.2). Only the explanation record contains the reason. */
function refuse(facts: Facts): OAuthError {
  return invalidClient('client_assertion_failed', facts);
}

/** Whatever it is, the signature, a claim or a key that could not be fetched: the client is not authenticated. */
function translate(error: unknown, clientId?: string): unknown {
  if (!isForeignJwtError(error)) return error;
  const { step, message: reason, facts } = error;
  const setting = step === 'key' || step === 'signature' ? { setting: 'jwks' } : {};
  return refuse({ reason, ...facts, ...setting, ...(clientId !== undefined && { clientId }) });
}
