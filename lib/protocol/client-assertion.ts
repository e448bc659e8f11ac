import { type JWTPayload, jwtVerify } from 'jose';
import { reserveAssertion } from '#lib/clients/assertion-store';
import type { Client } from '#lib/clients/client';
import { clientKeys } from '#lib/clients/verification/client-keys';
import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import { describeAssertionFailure, messageOf } from './assertion-failure';
import { noteClientUse } from './note-client-use';
import { invalidClient, invalidRequest, type OAuthError } from './oauth-error';

/** What discovery announces. The algorithm of an assertion also has to suit the registered key. */
export const clientAssertionAlgs = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const maximumLength = 8192;
const maximumClientId = 100;

/** An assertion may be valid for so long, in seconds: it is used at once, and its jti is kept for as long. */
const maximumLifetimeSeconds = 3600;

/** For clocks of other machines (security #144). */
const leewaySeconds = 10;

/** Keys come from the registration only (RFC 8725 §3.10), and no extension is supported. */
const refusedHeaders = ['jwk', 'jku', 'x5u', 'x5c', 'crit'] as const;

/** JWTs a client signs for other purposes name another type (RFC 8725 §3.11). */
const acceptedTypes: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt'];

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
  const assertion = values.get('client_assertion') ?? '';
  if (values.get('client_assertion_type') !== assertionType) throw refuse('unknown client_assertion_type');
  if (assertion === '' || assertion.length > maximumLength) throw refuse('no client_assertion, or too long');
  const client = findClient(assertion, values.get('client_id'), context);
  const { aud, jti, exp } = await verifyAssertion(assertion, client, request.path, context);
  const expiresAt = new Date((exp + leewaySeconds) * 1000);
  if (!(await reserveAssertion(context.db, { clientId: client.clientId, jti, expiresAt }))) {
    throw refuse('the assertion was used before', client.clientId);
  }
  noteClientUse(client, { assertion_audience: [aud === context.settings.issuer ? 'issuer' : 'endpoint'] }, context);
  return client;
}

/** The client the assertion names, before it is believed. A client_id beside it has to be the same (RFC 7521 §4.2). */
function findClient(assertion: string, clientId: string | undefined, { snapshot }: Context): Client {
  const { sub } = decode(assertion).payload;
  if (typeof sub !== 'string' || sub.length > maximumClientId) throw refuse('the assertion has no usable sub');
  if (clientId !== undefined && clientId !== sub) throw refuse('client_id is not the sub of the assertion', sub);
  const client = snapshot.clients.get(sub);
  const facts = { clientId: sub };
  if (client === undefined) throw invalidClient('client_authentication_failed', { reason: 'unknown client', ...facts });
  if (!client.enabled) throw invalidClient('client_authentication_failed', { reason: 'client disabled', ...facts });
  if (client.tokenEndpointAuthMethod !== 'private_key_jwt') {
    const reason = 'the client did not register private_key_jwt';
    throw invalidClient('client_authentication_failed', { reason, setting: 'token_endpoint_auth_method', ...facts });
  }
  return client;
}

async function verifyAssertion(assertion: string, client: Client, path: string, { settings, now }: Context) {
  const { clientId } = client;
  checkHeader(decode(assertion).header, clientId);
  try {
    const { payload } = await jwtVerify(assertion, clientKeys(client, settings, now), {
      algorithms: clientAssertionAlgs,
      issuer: clientId,
      subject: clientId,
      audience: audiencesOf(client, path, settings),
      requiredClaims: ['exp', 'jti'],
      clockTolerance: leewaySeconds,
      currentDate: now,
    });
    checkAudience(payload, client);
    return { aud: payload.aud, ...checkClaims(payload, now) };
  } catch (cause) {
    // Whatever it is, the signature, a claim or a key that could not be fetched: the client is not authenticated.
    const failure = describeAssertionFailure(cause, { clientId, audiences: audiencesOf(client, path, settings) });
    throw invalidClient('client_assertion_failed', { ...failure, clientId });
  }
}

function checkHeader(header: JwtParts['header'], clientId: string): void {
  const refused = refusedHeaders.find((name) => name in header);
  if (refused !== undefined) throw refuse(`the header holds ${refused}`, clientId);
  if (!acceptedTypes.includes(header.typ)) throw refuse('the header names another type', clientId);
}

/** Clients send the address of this endpoint by default (OpenID Connect Core §9). */
const tokenPath = '/connect/token';

/** The audiences that the client may send. All of them are this server. */
function audiencesOf(client: Client, path: string, { issuer }: Context['settings']): string[] {
  if (client.clientAssertionAudience === 'issuer') return [issuer];
  return [issuer, `${issuer}${path}`, `${issuer}${tokenPath}`];
}

/** Only one audience: an assertion that is valid elsewhere too could be replayed from there (security #66). */
function checkAudience({ aud }: JWTPayload, client: Client): void {
  if (typeof aud === 'string') return;
  if (client.clientAssertionAudience === 'issuer') throw new Error('aud is a list, and this client sends one text');
  if (aud?.length !== 1) throw new Error('aud names more than one audience');
}

/** Checks that jwtVerify() does not do: a short lifetime and a plausible time of issue. */
function checkClaims({ exp, iat, jti }: JWTPayload, now: Date): { jti: string; exp: number } {
  const nowSeconds = now.getTime() / 1000;
  if (typeof jti !== 'string' || jti === '') throw new Error('jti is not a text');
  if (exp === undefined || exp > nowSeconds + maximumLifetimeSeconds + leewaySeconds) {
    throw new Error('exp is too far ahead');
  }
  if (iat !== undefined && iat > nowSeconds + leewaySeconds) throw new Error('iat is in the future');
  if (iat !== undefined && iat < nowSeconds - maximumLifetimeSeconds - leewaySeconds) {
    throw new Error('iat is too long ago');
  }
  return { jti, exp };
}

function decode(assertion: string): JwtParts {
  try {
    return readJwt(assertion);
  } catch (cause) {
    throw refuse(`the assertion is malformed: ${messageOf(cause)}`);
  }
}

/** The answer is the same for every reason (RFC 6749 §5.2). Only the explanation record contains the reason. */
function refuse(reason: string, clientId?: string): OAuthError {
  return invalidClient('client_assertion_failed', { reason, ...(clientId === undefined ? {} : { clientId }) });
}
