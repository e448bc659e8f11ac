import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { signingAlgs } from './algorithms';
import { buildKey, readPrivateKey, writePrivateKey } from './build-key';
import { generateKey } from './generate-key';

const now = new Date('2027-01-01T00:00:00Z');

describe('generateKey', () => {
  it.each([
    ['RS256', 'rsa', { modulusLength: 2048 }],
    ['PS256', 'rsa', { modulusLength: 2048 }],
    ['ES256', 'ec', { namedCurve: 'prime256v1' }],
    ['ES384', 'ec', { namedCurve: 'secp384r1' }],
    ['ES512', 'ec', { namedCurve: 'secp521r1' }],
    ['EdDSA', 'ed25519', {}],
    ['Ed25519', 'ed25519', {}],
  ] as const)('makes a strong key for %s (security #139)', async (alg, type, details) => {
    const { privateKey, publicKey } = await generateKey(alg, now);
    expect(privateKey.type).toBe('private');
    expect(publicKey.asymmetricKeyType).toBe(type);
    expect(publicKey.asymmetricKeyDetails).toMatchObject(details);
  });

  it.each(signingAlgs)(
    'names a key for %s by its thumbprint (RFC 7638) and publishes public members only',
    async (alg) => {
      const { kid, publicJwk } = await generateKey(alg, now);
      expect(kid).toBe(await calculateJwkThumbprint(publicJwk));
      expect(publicJwk).toMatchObject({ kid, alg, use: 'sig' });
      const members = alg.startsWith('ES') ? ['crv', 'x', 'y'] : alg.startsWith('Ed') ? ['crv', 'x'] : ['n', 'e'];
      expect(Object.keys(publicJwk).sort()).toEqual([...members, 'kty', 'kid', 'use', 'alg'].sort());
    },
  );

  it('encodes the headers of the token types once', async () => {
    const { kid, headers } = await generateKey('ES256', now);
    for (const [typ, header] of Object.entries(headers)) {
      expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256', kid, typ });
    }
    expect(Object.keys(headers)).toEqual(['JWT', 'at+jwt', 'logout+jwt', 'token-introspection+jwt']);
  });

  it('returns the same key after storage in the database', async () => {
    for (const alg of signingAlgs) {
      const { privateKey, publicKey, ...rest } = await generateKey(alg, now);
      const read = buildKey(alg, readPrivateKey(writePrivateKey(privateKey)), rest);
      expect(read).toMatchObject(rest);
      expect(read.publicKey.equals(publicKey)).toBe(true);
    }
  });

  it('dates a key from now, or from its activation', async () => {
    const later = new Date('2027-01-01T00:15:00Z');
    expect(await generateKey('ES256', now)).toMatchObject({ createdAt: now, activatesAt: now, retiresAt: null });
    expect(await generateKey('ES256', now, later)).toMatchObject({
      createdAt: now,
      activatesAt: later,
      expiresAt: null,
    });
  });
});
