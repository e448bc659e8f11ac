import { describe, expect, it } from 'vitest';
import { scopeSchema } from './schema';

const ecKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};
const api = { name: 'orders', type: 'resource' };
const uri = { jwks_uri: 'https://api.test/jwks' };

function problemOf(scope: object): string | null {
  const [issue] = scopeSchema.safeParse(scope).error?.issues ?? [];
  if (issue === undefined) return null;
  const code = issue.code === 'custom' ? issue.params?.code : issue.code;
  return `${issue.path.join('.')} ${String(code)}`;
}

describe('the keys of an API (RFC 9701 §6)', () => {
  it.each<[object, string | null]>([
    [{ ...api, jwks: { keys: [ecKey] } }, null],
    [{ ...api, ...uri, introspection_encrypted_response_alg: 'RSA-OAEP-256' }, null],
    [{ ...api, jwks: { keys: [ecKey] }, introspection_encrypted_response_alg: 'ECDH-ES' }, null],
    [
      { ...api, jwks: { keys: [ecKey] }, introspection_encrypted_response_alg: 'RSA-OAEP' },
      'jwks encryption_key_missing',
    ],
    [{ ...api, introspection_encrypted_response_alg: 'ECDH-ES' }, 'jwks jwks_missing'],
    [
      { ...api, introspection_encrypted_response_enc: 'A128GCM' },
      'introspection_encrypted_response_enc encryption_alg_missing',
    ],
    [{ ...api, ...uri, jwks: { keys: [ecKey] } }, 'jwks_uri jwks_twice'],
    [{ ...api, jwks: { keys: [{ ...ecKey, d: 'AA' }] } }, 'jwks.keys.0.d private_key'],
    [
      { ...api, ...uri, introspection_encrypted_response_alg: 'RSA1_5' },
      'introspection_encrypted_response_alg invalid_value',
    ],
    [
      { ...api, ...uri, introspection_encrypted_response_alg: 'dir' },
      'introspection_encrypted_response_alg invalid_value',
    ],
    [{ ...api, introspection_signed_response_alg: 'none' }, 'introspection_signed_response_alg invalid_value'],
    [{ ...api, type: 'identity', ...uri }, 'jwks_uri identity_scope_introspection'],
    [
      { ...api, type: 'identity', introspection_signed_response_alg: 'ES256' },
      'introspection_signed_response_alg identity_scope_introspection',
    ],
  ])('%j: %s', (scope, problem) => {
    expect(problemOf(scope)).toBe(problem);
  });
});
