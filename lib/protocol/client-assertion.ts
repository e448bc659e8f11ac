import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify, type ProtectedHeaderParameters } from 'jose';
import { reserveAssertion } from '#lib/clients/assertions/store';
import type { Client } from '#lib/clients/client';
import { clientKeys } from '#lib/clients/verification/client-keys';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { Context } from './context';
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
const maximumLifetimeSeconds = 600;

/** For clocks of other machines (security 144). */
const leewaySeconds = 10;

/** Keys come from the registration alone (RFC 8725 §3.10), and there is no extension we would understand. */
const refusedHeaders = ['jwk', 'jku', 'x5u', 'x5c', 'crit'] as const;

/** JWTs a client signs for other purposes name another type (RFC 8725 §3.11). */
const acceptedTypes: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt'];

/** True when a request authenticates its client by an assertion, or tries to. */
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
  const { jti, exp } = await verifyAssertion(assertion, client, context);
  const expiresAt = new Date((exp + leewaySeconds) * 1000);
  if (!(await reserveAssertion(context.db, { clientId: client.clientId, jti, expiresAt }))) {
    throw refuse('the assertion was used before', client.clientId);
  }
  return client;
}

/** The client the assertion names, before it is believed. A client_id beside it has to be the same (RFC 7521 §4.2). */
function findClient(assertion: string, clientId: string | undefined, { snapshot }: Context): Client {
  const { sub } = decode(() => decodeJwt(assertion));
  if (typeof sub !== 'string' || sub.length > maximumClientId) throw refuse('the assertion has no usable sub');
  if (clientId !== undefined && clientId !== sub) throw refuse('client_id is not the sub of the assertion', sub);
  const client = snapshot.clients.get(sub);
  if (client === undefined) throw refuse('unknown client', sub);
  if (!client.enabled) throw refuse('client disabled', sub);
  if (client.tokenEndpointAuthMethod !== 'private_key_jwt')
    throw refuse('the client did not register private_key_jwt', sub);
  return client;
}

async function verifyAssertion(assertion: string, client: Client, { settings, now }: Context) {
  const { clientId } = client;
  checkHeader(
    decode(() => decodeProtectedHeader(assertion)),
    clientId,
  );
  try {
    const { payload } = await jwtVerify(assertion, clientKeys(client, settings, now), {
      algorithms: clientAssertionAlgs,
      issuer: clientId,
      subject: clientId,
      audience: settings.issuer,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: leewaySeconds,
      currentDate: now,
    });
    return checkClaims(payload, now);
  } catch (cause) {
    // Whatever it is, the signature, a claim or a key that could not be fetched: the client is not authenticated.
    throw refuse(describe(cause), clientId);
  }
}

function checkHeader(header: ProtectedHeaderParameters, clientId: string): void {
  const refused = refusedHeaders.find((name) => name in header);
  if (refused !== undefined) throw refuse(`the header holds ${refused}`, clientId);
  if (!acceptedTypes.includes(header.typ)) throw refuse('the header names another type', clientId);
}

/** What jwtVerify() does not hold to: one audience, a short life, and a plausible time of issue. */
function checkClaims({ aud, exp, iat, jti }: JWTPayload, now: Date): { jti: string; exp: number } {
  const nowSeconds = now.getTime() / 1000;
  // One audience, ourselves: an assertion that is also good elsewhere could be replayed from there (security 66).
  if (typeof aud !== 'string') throw new Error('aud is not a single string');
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

function decode<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw refuse(`malformed: ${describe(cause)}`);
  }
}

function describe(cause: unknown): string {
  const text = cause instanceof Error && cause.cause !== undefined ? `${cause}: ${cause.cause}` : String(cause);
  return text.slice(0, 500);
}

/** The same answer for all of them (RFC 6749 §5.2); the reason is for the log. */
function refuse(reason: string, clientId?: string): OAuthError {
  return invalidClient('client_authentication_failed', { reason, ...(clientId === undefined ? {} : { clientId }) });
}
