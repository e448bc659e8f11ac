import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { rowAad, seal, sealingKey } from '#lib/crypto/seal';
import { openDatabase } from '#lib/db/open';
import { readRevision } from '#lib/db/revision';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { loadKeyRing } from '#lib/testing/load-key-ring';
import { activeKey } from './active-key';
import { signingAlgs } from './algorithms';
import { writePrivateKey } from './build-key';
import { ensureKeys } from './ensure-keys';
import { generateKey } from './generate-key';
import { listKeys, loadKeyRings } from './load-key-rings';
import { signJwt } from './sign-jwt';
import { verifyOwnJwt } from './verify-own-jwt';

const secret = masterSecret('a secret of at least thirty-two bytes');
const other = masterSecret('another secret of thirty-two bytes...');
const now = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

describe('ensureKeys', () => {
  it('gives every algorithm a key that signs at once and raises the revision', async () => {
    expect(await ensureKeys(database.db, secret, signingAlgs, now)).toEqual([...signingAlgs]);
    expect(await readRevision(database.db)).toBe(1);
    const ring = await loadKeyRing(database.db, secret, now);
    for (const alg of signingAlgs) expect(activeKey(ring, alg, now).alg).toBe(alg);
  });

  it('never shares a key between two algorithms, even if they could (RFC 9864)', async () => {
    await ensureKeys(database.db, secret, signingAlgs, now);
    const keys = [...(await loadKeyRing(database.db, secret, now)).values()];
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(signingAlgs.length);
    expect(new Set(keys.map(({ publicJwk: { x, n } }) => x ?? n)).size).toBe(signingAlgs.length);
  });

  it('creates a key that is valid for a node whose clock is five minutes behind', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    expect(activeKey(await loadKeyRing(database.db, secret, later(-300)), 'ES256', later(-300)).alg).toBe('ES256');
  });

  it('changes nothing when the keys exist, and adds missing ones', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    expect(await ensureKeys(database.db, secret, ['ES256', 'ES256'], later(10))).toEqual([]);
    expect(await readRevision(database.db)).toBe(1);
    expect(await ensureKeys(database.db, secret, ['ES256', 'EdDSA', 'EdDSA'], later(20))).toEqual(['EdDSA']);
    expect((await listKeys(database.db, later(20))).map((key) => key.alg)).toEqual(['ES256', 'EdDSA']);
  });

  it('creates one key per algorithm when several processes start at once', async () => {
    const second = await openDatabase(database.url);
    const starts = [database.db, second.db, database.db, second.db].map((db) =>
      ensureKeys(db, secret, ['ES256', 'EdDSA'], now),
    );
    const made = (await Promise.all(starts)).flat();
    expect(made.sort()).toEqual(['ES256', 'EdDSA']);
    expect(await listKeys(database.db, now)).toHaveLength(2);
    await second.close();
  });

  it('creates nothing under another secret, neither a missing algorithm nor a lost check value (security #141)', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    const refused = { code: 'wrong_secret' };
    await expect(ensureKeys(database.db, other, ['ES256', 'EdDSA'], now)).rejects.toMatchObject(refused);
    await database.db.installation.deleteMany({ where: { key: 'secret_check' } });
    await expect(ensureKeys(database.db, other, ['ES256', 'EdDSA'], now)).rejects.toMatchObject(refused);
    expect(await listKeys(database.db, now)).toHaveLength(1);
  });

  it('signs with an announced key at once when the clock was set back and none is active', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    const [key] = await listKeys(database.db, now);
    expect(await ensureKeys(database.db, secret, ['ES256'], later(-3600))).toEqual(['ES256']);
    const ring = await loadKeyRing(database.db, secret, later(-3600));
    expect(activeKey(ring, 'ES256', later(-3600)).kid).toBe(key?.kid);
    expect(ring.size).toBe(1);
  });
});

describe('loadKeyRing', () => {
  it('opens keys that sign and verify', async () => {
    await ensureKeys(database.db, secret, signingAlgs, now);
    const ring = await loadKeyRing(database.db, secret, now);
    for (const alg of signingAlgs) {
      const token = signJwt(activeKey(ring, alg, now), 'JWT', {
        iss: 'https://op.test',
        sub: 'alice',
        iat: 0,
        exp: 4102444800,
      });
      expect(verifyOwnJwt(ring, token, { kind: 'id_token', issuer: 'https://op.test', now })).not.toBeNull();
    }
  });

  it('leaves out expired keys and keeps retired ones', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    await database.db.signingKey.updateMany({ data: { retiresAt: later(10), expiresAt: later(20) } });
    expect((await loadKeyRing(database.db, secret, later(19))).size).toBe(1);
    expect((await loadKeyRing(database.db, secret, later(20))).size).toBe(0);
    expect((await listKeys(database.db, later(20)))[0]?.phase).toBe('expired');
  });

  it('keeps the public parts of expired signing keys for hints, and no decryption key (security #19)', async () => {
    await ensureKeys(database.db, secret, ['ES256', 'ECDH-ES'], now);
    await database.db.signingKey.updateMany({ data: { retiresAt: later(10), expiresAt: later(20) } });
    const { keys, decryptionKeys, hintKeys } = await loadKeyRings(database.db, secret, later(20));
    expect([keys.size, decryptionKeys.size]).toEqual([0, 0]);
    expect([...hintKeys.values()].map(({ alg }) => alg)).toEqual(['ES256']);
    for (const key of hintKeys.values()) expect(key).not.toHaveProperty('privateKey');
  });

  it('leaves out an expired key that it cannot open', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    await database.db.signingKey.updateMany({ data: { retiresAt: later(10), expiresAt: later(20) } });
    const { keys, hintKeys } = await loadKeyRings(database.db, other, later(20));
    expect([keys.size, hintKeys.size]).toEqual([0, 0]);
  });

  it('refuses another secret (security #141)', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    await expect(loadKeyRing(database.db, other, now)).rejects.toMatchObject({ code: 'wrong_secret' });
  });

  it('refuses sealed keys that were swapped between rows (security #141)', async () => {
    await ensureKeys(database.db, secret, ['ES256', 'EdDSA'], now);
    const [one, two] = await database.db.signingKey.findMany();
    if (one === undefined || two === undefined) throw new Error('two keys are needed');
    await database.db.signingKey.update({ where: { kid: one.kid }, data: { privateSealed: two.privateSealed } });
    await expect(loadKeyRing(database.db, secret, now)).rejects.toMatchObject({ code: 'wrong_secret' });
  });

  it('refuses a row whose key does not match its kid, even if it is sealed correctly', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    const [row] = await database.db.signingKey.findMany();
    if (row === undefined) throw new Error('a key is needed');
    const foreign = writePrivateKey((await generateKey('ES256', now)).privateKey);
    const privateSealed = seal(sealingKey(secret), foreign, rowAad('SigningKey', 'privateSealed', row.kid));
    await database.db.signingKey.update({ where: { kid: row.kid }, data: { privateSealed } });
    await expect(loadKeyRing(database.db, secret, now)).rejects.toMatchObject({ code: 'foreign_key' });
  });

  it('publishes the public half of the private key, regardless of the row', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    const [row] = await database.db.signingKey.findMany();
    if (row === undefined) throw new Error('a key is needed');
    const evil = await generateKey('ES256', now);
    await database.db.signingKey.updateMany({
      data: { publicJwk: JSON.stringify({ ...evil.publicJwk, kid: row.kid }) },
    });
    const key = (await loadKeyRing(database.db, secret, now)).get(row.kid);
    expect(key?.publicJwk).toEqual(JSON.parse(row.publicJwk));
  });

  it('stores no private key in clear text (security #167)', async () => {
    await ensureKeys(database.db, secret, ['ES256'], now);
    const [key] = (await loadKeyRing(database.db, secret, now)).values();
    const row = JSON.stringify(await database.db.signingKey.findMany());
    const d = key?.privateKey.export({ format: 'jwk' }).d ?? '';
    expect(d).toHaveLength(43);
    expect(row).not.toContain(d);
    expect(row).not.toContain(
      key === undefined ? '' : writePrivateKey(key.privateKey).toString('base64url').slice(40, 80),
    );
  });
});
