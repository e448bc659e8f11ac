import type { Claims } from '#lib/foreign-jwt/read-foreign-jwt';
import type { Parameters } from '#lib/http/form';
import { isJsonObject } from '#lib/vocabulary/json';
import { invalidRequestObject } from '../oauth-error';
import { requestParameters } from '../parameters';

/** It is read so that it is refused in the same way as outside an object. */
const refusedParameter = 'registration';

/**
 * The parameters in a request object, in the same format as parameters outside one (RFC 9101 §4). An empty value also
 * counts as absent, and an unknown name is ignored.
 * @throws invalid_request_object for a value of another type
 */
export function readValues(claims: Claims): Parameters {
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
