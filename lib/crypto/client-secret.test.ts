import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashSecret, isSecretHash, normalizeSecretHash, verifySecret } from './client-secret';

const secret = 'pässwörd:with %20 + and 🔑';
const digest = (algorithm: string, encoding: 'hex' | 'base64' | 'base64url') =>
  createHash(algorithm).update(secret).digest(encoding);

const accepted = [
  ['our own form', hashSecret(secret)],
  ['SHA-256 in hex', `sha256:${digest('sha256', 'hex')}`],
  ['SHA-256 in upper-case hex', `sha256:${digest('sha256', 'hex').toUpperCase()}`],
  ['SHA-256 in base64', `sha256:${digest('sha256', 'base64')}`],
  ['SHA-256 in base64url', `sha256:${digest('sha256', 'base64url')}`],
  ['SHA-512 in hex', `sha512:${digest('sha512', 'hex')}`],
  ['SHA-512 in base64', `sha512:${digest('sha512', 'base64')}`],
  ['SHA-512 in base64url', `sha512:${digest('sha512', 'base64url')}`],
] as const;

const unreadable = [
  '',
  ':',
  'sha256',
  'sha256:',
  digest('sha256', 'base64url'),
  `md5:${digest('md5', 'hex')}`,
  `sha1:${digest('sha1', 'hex')}`,
  `sha512:${digest('sha256', 'hex')}`,
  `sha256:${digest('sha512', 'hex')}`,
  `sha256:${digest('sha256', 'hex').slice(1)}`,
  `sha256:${digest('sha256', 'hex').slice(1)}g`,
  `sha256:${digest('sha256', 'base64url')}A`,
  `sha256:${digest('sha256', 'base64url').slice(0, 20)} ${digest('sha256', 'base64url').slice(20)}`,
];

describe('verifySecret', () => {
  it.each(accepted)('accepts %s (semantics §2.2)', (_name, hash) => {
    expect(verifySecret(hash, secret)).toBe(true);
    expect(verifySecret(hash, `${secret} `)).toBe(false);
    expect(verifySecret(hash, '')).toBe(false);
    expect(verifySecret(hash, hash)).toBe(false);
  });

  it.each(unreadable)('is false, never an error, for a hash it cannot read: %j', (hash) => {
    expect(verifySecret(hash, secret)).toBe(false);
    expect(isSecretHash(hash)).toBe(false);
    expect(normalizeSecretHash(hash)).toBeNull();
  });

  it('is false for an unknown client after the same work (security #65)', () => {
    expect(verifySecret(null, secret)).toBe(false);
    expect(verifySecret(null, '')).toBe(false);
  });
});

describe('hashSecret', () => {
  it('writes the algorithm and base64url', () => {
    expect(hashSecret('web-secret')).toMatch(/^sha256:[A-Za-z0-9_-]{43}$/);
  });
});

describe('normalizeSecretHash', () => {
  it.each(accepted)('brings %s to the stored form', (_name, hash) => {
    const algorithm = hash.startsWith('sha512') ? 'sha512' : 'sha256';
    expect(normalizeSecretHash(hash)).toBe(`${algorithm}:${digest(algorithm, 'base64url')}`);
    expect(isSecretHash(hash)).toBe(true);
  });
});
