import { clientAssertionAlgs } from '#lib/clients/assertion-algs';
import type { Client } from '#lib/clients/client';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { checkTimes, clockLeewaySeconds } from '#lib/foreign-jwt/check-times';
import { isForeignJwtError, type JwtStep } from '#lib/foreign-jwt/foreign-jwt-error';
import { type JwtClaims, type JwtPurpose, readForeignJwt, verifySignature } from '#lib/foreign-jwt/read-foreign-jwt';
import { registeredKeys } from '#lib/foreign-keys/registered-keys';
import type { Parameters } from '#lib/http/form';
import { isJsonObject } from '#lib/vocabulary/json';
import { authorizeUrlBytes } from '../authorize/rebuild-request';
import { findAlgProblem } from '../find-alg-problem';
import { invalidRequestObject } from '../oauth-error';
import { requestParameters } from '../parameters';
import { decryptRequestObject } from './decrypt-request-object';

/** In characters: room for an `id_token_hint` of maximumOwnJwt, and no more than an address of the endpoint takes. */
const maximumRequestObject = authorizeUrlBytes;

/** In seconds after `nbf`, or after now if there is none. */
const lifetimeSeconds = 3600;

const requestObject: JwtPurpose = {
  noun: 'request object',
  maximumLength: maximumRequestObject,
  types: [undefined, 'JWT', 'oauth-authz-req+jwt'],
  algorithms: clientAssertionAlgs,
  lifetimeSeconds: null,
};

/**
 * Verifies that the client signed the request object (RFC 9101 §6.2), encrypted or not. readRequestObject() checks the
 * content.
 * @throws invalid_request_object, with the same description for every reason
 */
export async function verifyRequestObject(text: string, client: Client, context: Context): Promise<JwtClaims> {
  const { clientId } = client;
  const registered = { alg: client.requestObjectSigningAlg, setting: 'request_object_signing_alg' };
  const { settings, now } = context;
  try {
    const jwt = readForeignJwt(await decryptRequestObject(text, client, context), requestObject);
    const problem = findAlgProblem(jwt.header.alg, registered, client);
    if (problem !== null) throw invalidRequestObject('request_object_unverified', problem);
    return await verifySignature(jwt, registeredKeys(client, settings, now));
  } catch (error) {
    throw translate(error, clientId);
  }
}

function translate(error: unknown, clientId: string): unknown {
  if (!isForeignJwtError(error)) return error;
  const { step, message: reason, facts } = error;
  return invalidRequestObject('request_object_unverified', { reason, ...facts, ...settingOf(step), clientId });
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
export function readRequestObject(claims: JwtClaims, client: Client, context: Context): Parameters {
  checkParties(claims, client, context);
  if ('request' in claims || 'request_uri' in claims) throw invalidRequestObject('request_object_nested');
  checkLifetime(claims, client, context);
  return readValues(claims);
}

/** RFC 9101 §10.8: an object with the client as `sub` could be used as its assertion. */
function checkParties({ client_id: id, iss, aud, sub }: JwtClaims, client: Client, { settings }: Context): void {
  const { clientId, requireSignedRequestObject } = client;
  if (id !== clientId || (iss !== undefined && iss !== clientId)) throw invalidRequestObject('request_object_client');
  const isForUs = Array.isArray(aud) ? aud.includes(settings.issuer) : aud === settings.issuer;
  if (aud === undefined ? requireSignedRequestObject : !isForUs) {
    throw invalidRequestObject('request_object_audience', { registered: [settings.issuer] });
  }
  if (sub === clientId) throw invalidRequestObject('request_object_subject');
}

/** If both times are required, a valid object became valid within the last hour (FAPI 2.0 Message Signing §5.3.1). */
function checkLifetime(claims: JwtClaims, { clientId, securityProfile }: Client, { now }: Context): void {
  try {
    checkTimes(claims, requestObject, now);
  } catch (error) {
    throw translate(error, clientId);
  }
  const { exp, nbf } = claims;
  const areRequired = messageRules[securityProfile].requestObjectTimes === 'required';
  if (areRequired && (exp === undefined || nbf === undefined)) throw invalidRequestObject('request_object_times');
  if (typeof exp !== 'number') return;
  const from = typeof nbf === 'number' ? nbf : now.getTime() / 1000 + clockLeewaySeconds;
  if (exp > from + lifetimeSeconds) throw invalidRequestObject('request_object_lifetime');
}

/** It is read so that it is refused in the same way as outside an object. */
const refusedParameter = 'registration';

/**
 * The parameters in a request object, in the same format as parameters outside one (RFC 9101 §4). An empty value also
 * counts as absent, and an unknown name is ignored.
 * @throws invalid_request_object for a value of another type
 */
function readValues(claims: JwtClaims): Parameters {
  const named = [...requestParameters, refusedParameter].filter((name) => name !== 'resource' && name in claims);
  const values = named.map((name) => [name, readValue(name, claims[name])] as const);
  const resources = readResources(claims.resource);
  if (!Array.isArray(claims.authorization_details ?? [])) throw wrong('authorization_details');
  return {
    values: new Map(values.filter(([, value]) => value.trim() !== '')),
    repeated: new Set(),
    lists: new Map(resources.length === 0 ? [] : [['resource', resources]]),
  };
}

function readValue(name: string, value: unknown): string {
  if (name === 'max_age' && Number.isSafeInteger(value)) return String(value);
  if (name === 'claims' && isJsonObject(value)) return JSON.stringify(value);
  if (name === 'max_age' || name === 'claims' || !isText(value)) throw wrong(name);
  return value;
}

/** RFC 8707 §2: a single value, or a list. */
function readResources(value: unknown = []): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((item) => (isText(item) ? item : refuse('resource'))).filter((item) => item.trim() !== '');
}

/** Accepts only text that a form could also contain. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !/[\0\p{Cs}]/u.test(value);
}

function refuse(name: string): never {
  throw wrong(name);
}

function wrong(name: string) {
  return invalidRequestObject('request_object_value', { name });
}
