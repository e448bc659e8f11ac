import { clientAssertionAlgs } from '#lib/clients/assertion-algs';
import type { Client } from '#lib/clients/client';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { clockLeewaySeconds } from '#lib/foreign-jwt/check-times';
import { isForeignJwtError, type JwtStep } from '#lib/foreign-jwt/foreign-jwt-error';
import { type Claims, type JwtPurpose, readForeignJwt, verifyForeignJwt } from '#lib/foreign-jwt/read-foreign-jwt';
import { registeredKeys } from '#lib/foreign-keys/registered-keys';
import type { Parameters } from '#lib/http/form';
import { authorizeUrlBytes } from '../authorize/rebuild-request';
import { findAlgProblem } from '../find-alg-problem';
import { invalidRequestObject } from '../oauth-error';
import { decryptRequestObject } from './decrypt-request-object';
import { readValues } from './read-values';

/** In characters: room for an `id_token_hint` of maximumOwnJwt, and no more than an address of the endpoint takes. */
const maximumRequestObject = authorizeUrlBytes;

const requestObject: JwtPurpose = {
  noun: 'request object',
  maximumLength: maximumRequestObject,
  types: [undefined, 'JWT', 'oauth-authz-req+jwt'],
  algorithms: clientAssertionAlgs,
  lifetimeSeconds: null,
};

/** In seconds after `nbf`, or after now if there is none. */
const lifetimeSeconds = 3600;

/**
 * Verifies that the client signed the request object (RFC 9101 §6.2), encrypted or not, and that its times are valid.
 * readRequestObject() checks the content.
 * @throws invalid_request_object, with the same description for every reason
 */
export async function verifyRequestObject(text: string, client: Client, context: Context): Promise<Claims> {
  const { clientId } = client;
  const registered = { alg: client.requestObjectSigningAlg, setting: 'request_object_signing_alg' };
  const { settings, now } = context;
  try {
    const jwt = readForeignJwt(await decryptRequestObject(text, client, context), requestObject);
    const problem = findAlgProblem(jwt.header.alg, registered, client);
    if (problem !== null) throw invalidRequestObject('request_object_unverified', problem);
    return await verifyForeignJwt(jwt, registeredKeys(client, settings, now), now);
  } catch (error) {
    if (!isForeignJwtError(error)) throw error;
    const { step, message: reason, facts } = error;
    throw invalidRequestObject('request_object_unverified', { reason, ...facts, ...settingOf(step), clientId });
  }
}

/** The setting to check if such a step fails. */
function settingOf(step: JwtStep): { readonly setting?: string } {
  if (step === 'decryption') return { setting: 'request_object_encryption_alg' };
  return step === 'key' || step === 'signature' ? { setting: 'jwks' } : {};
}

/**
 * Reads the authorization request in a verified request object (RFC 9101 §4). Nothing outside the object counts (§6.3).
 * @throws invalid_request_object
 */
export function readRequestObject(claims: Claims, client: Client, context: Context): Parameters {
  checkParties(claims, client, context);
  if ('request' in claims || 'request_uri' in claims) throw invalidRequestObject('request_object_nested');
  checkLifetime(claims, client, context);
  return readValues(claims);
}

/** RFC 9101 §10.8: an object with the client as `sub` could be used as its assertion. */
function checkParties({ client_id: id, iss, aud, sub }: Claims, client: Client, { settings }: Context): void {
  const { clientId, requireSignedRequestObject } = client;
  if (id !== clientId || (iss !== undefined && iss !== clientId)) throw invalidRequestObject('request_object_client');
  const isForUs = Array.isArray(aud) ? aud.includes(settings.issuer) : aud === settings.issuer;
  if (aud === undefined ? requireSignedRequestObject : !isForUs) {
    throw invalidRequestObject('request_object_audience', { registered: [settings.issuer] });
  }
  if (sub === clientId) throw invalidRequestObject('request_object_subject');
}

/** If both times are required, a valid object became valid within the last hour (FAPI 2.0 Message Signing §5.3.1). */
function checkLifetime({ exp, nbf }: Claims, { securityProfile }: Client, { now }: Context): void {
  const areRequired = messageRules[securityProfile].requestObjectTimes === 'required';
  if (areRequired && (exp === undefined || nbf === undefined)) throw invalidRequestObject('request_object_times');
  if (typeof exp !== 'number') return;
  const from = typeof nbf === 'number' ? nbf : now.getTime() / 1000 + clockLeewaySeconds;
  if (exp > from + lifetimeSeconds) throw invalidRequestObject('request_object_lifetime');
}
