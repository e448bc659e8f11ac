import { describe, expect, it } from 'vitest';
import { hashSecret } from '#lib/crypto/client-secret';
import { type Credentials, findMatching, readCredentials } from './credentials';
import { isOAuthError } from './oauth-error';

const raw = (text: string | Uint8Array) => `Basic ${Buffer.from(text).toString('base64')}`;

type Fields = Readonly<Record<string, string>>;

function readOrThrow(authorization: string | undefined, fields: Fields): Credentials {
  const request = { method: 'POST', path: '/connect/token', query: '', body: '', clientAddress: '192.0.2.1' };
  const parameters = { values: new Map(Object.entries(fields)), repeated: new Set<string>(), lists: new Map() };
  return readCredentials({ ...request, headers: { authorization } }, parameters);
}

/** The credentials of a request, or the rule that it violates. */
function read(authorization: string | undefined, fields: Fields = {}): Credentials | string {
  try {
    return readOrThrow(authorization, fields);
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return error.rule;
  }
}

describe('credentials of a back-channel request (RFC 6749 §2.3.1)', () => {
  it.each<[string, string | undefined, Record<string, string>]>([
    ['client_authentication_missing', undefined, {}],
    ['client_authentication_missing', undefined, { client_secret: 's' }],
    ['authentication_methods_mixed', raw('web:s'), { client_secret: 's' }],
    ['client_id_differs', raw('web:s'), { client_id: 'other' }],
  ])('are refused by the rule %s', (rule, authorization, fields) => {
    expect(read(authorization, fields)).toBe(rule);
  });

  it.each<[string, string]>([
    ['another scheme', 'Bearer abc'],
    ['base64 with a space in it', 'Basic bTJt OnNlY3JldA=='],
  ])('with %s are not Basic', (_, authorization) => {
    expect(read(authorization)).toBe('authorization_not_basic');
  });

  it.each<[string, string]>([
    ['without a colon', raw('spa')],
    ['whose name has a broken percent-encoding', raw('%zz:secret')],
    ['whose secret has a broken percent-encoding, so that they are none of a public client', raw('spa:%zz')],
    ['that are not UTF-8', raw(Uint8Array.of(0x6d, 0x3a, 0xff))],
  ])('in Basic are malformed %s', (_, authorization) => {
    expect(read(authorization)).toBe('basic_malformed');
  });

  it.each<[string, string | undefined, Record<string, string>]>([
    ['a name of 101 characters', raw(`${'x'.repeat(101)}:secret`), {}],
    ['a secret of 257 characters', raw(`web:${'x'.repeat(257)}`), {}],
    ['a name of 101 characters in the body', undefined, { client_id: 'x'.repeat(101) }],
  ])('with %s identify no client', (_, authorization, fields) => {
    expect(read(authorization, fields)).toBe('client_authentication_failed');
  });

  it.each<[string, string | undefined, Record<string, string>, Credentials]>([
    ['in the body', undefined, { client_id: 'web', client_secret: 's' }, { id: 'web', secret: 's', undecoded: null }],
    [
      'as long as they may be',
      raw(`${'x'.repeat(100)}:${'y'.repeat(256)}`),
      {},
      { id: 'x'.repeat(100), secret: 'y'.repeat(256), undecoded: null },
    ],
    ['without a secret', undefined, { client_id: 'web' }, { id: 'web', secret: null, undecoded: null }],
    ['in Basic', raw('web:s'), { client_id: 'web' }, { id: 'web', secret: 's', undecoded: null }],
    ['in Basic with an empty secret', raw('web:'), {}, { id: 'web', secret: null, undecoded: null }],
    [
      'in Basic with an encoded secret',
      raw('web:p%2Bq'),
      {},
      { id: 'web', secret: 'p+q', undecoded: { id: 'web', secret: 'p%2Bq' } },
    ],
    [
      'in Basic with an encoded name',
      raw('w%2Beb:s'),
      {},
      { id: 'w+eb', secret: 's', undecoded: { id: 'w%2Beb', secret: 's' } },
    ],
  ])('are read %s', (_, authorization, fields, expected) => {
    expect(read(authorization, fields)).toEqual(expected);
  });
});

it('says in the record that a secret is longer than any that is accepted', () => {
  const reason = 'the secret has more than 256 characters, so it cannot match a stored hash';
  expect(() => readOrThrow(undefined, { client_id: 'web', client_secret: 'x'.repeat(257) })).toThrow(
    expect.objectContaining({ facts: { clientId: 'web', reason } }),
  );
});

describe('a stored secret', () => {
  const now = new Date('2026-01-01T12:00:00Z');
  const hash = hashSecret('right');

  it.each([
    ['that never expires matches', null, true],
    ['matches before it expires', new Date(now.getTime() + 1), true],
    ['matches nothing from the moment it expires', now, false],
    ['matches nothing after that', new Date(now.getTime() - 1), false],
  ])('%s', (_, expiresAt, matches) => {
    expect(findMatching([{ hash, expiresAt }], 'right', now) !== undefined).toBe(matches);
    expect(findMatching([{ hash, expiresAt }], 'wrong', now)).toBeUndefined();
  });
});
