import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { decryptionAlgs, keyAlgs, keyUse, signingAlgs } from './algorithms';
import { ensureKeys } from './ensure-keys';
import { generateKey } from './generate-key';
import { isSigningKey } from './key-ring';
import { loadKeyRings } from './load-key-rings';
import { revokeKey } from './revoke-key';

const secret = masterSecret('a secret of at least thirty-two bytes');
const now = new Date('2027-01-01T00:00:00Z');

describe('the use of a key', () => {
  it('is determined by its algorithm', () => {
    expect(keyAlgs.map(keyUse)).toEqual([...signingAlgs.map(() => 'sig'), ...decryptionAlgs.map(() => 'enc')]);
  });

  it.each([
    ['RSA-OAEP-256', { kty: 'RSA', e: 'AQAB' }],
    ['ECDH-ES', { kty: 'EC', crv: 'P-256' }],
  ] as const)('is published: %s', async (alg, members) => {
    const key = await generateKey(alg, now);
    expect(isSigningKey(key)).toBe(false);
    expect(key.publicJwk).toMatchObject({ ...members, alg, use: 'enc', kid: key.kid });
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key.publicJwk).not.toHaveProperty(member);
  });
});

describe('the two rings', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureKeys(database.db, secret, ['RS256', ...decryptionAlgs], now);
  });
  afterAll(() => database.close());

  it('hold keys by their use', async () => {
    const { keys, decryptionKeys } = await loadKeyRings(database.db, secret, now);
    expect([...keys.values()].map(({ alg }) => alg)).toEqual(['RS256']);
    expect([...decryptionKeys.values()].map(({ alg }) => alg).toSorted()).toEqual(['ECDH-ES', 'RSA-OAEP-256']);
  });

  it('get a new key for a revoked one', async () => {
    const { decryptionKeys } = await loadKeyRings(database.db, secret, now);
    const [key] = decryptionKeys.values();
    const revoked = await revokeKey(database.db, secret, { kid: key?.kid ?? '', now });
    const after = (await loadKeyRings(database.db, secret, now)).decryptionKeys;
    expect([after.size, after.has(key?.kid ?? ''), after.has(revoked?.replacement ?? '')]).toEqual([2, false, true]);
  });

  it('refuse a row whose use does not match its algorithm', async () => {
    await database.db.signingKey.updateMany({ where: { alg: 'ECDH-ES' }, data: { use: 'sig' } });
    await expect(loadKeyRings(database.db, secret, now)).rejects.toThrow('the use sig');
  });
});
