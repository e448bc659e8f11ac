import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { readRevision } from '#lib/db/revision';
import { jwks } from '#lib/protocol/jwks';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { loadKeyRing } from '#lib/testing/load-key-ring';
import { activeKey } from './active-key';
import { ensureKeys } from './ensure-keys';
import { defaultAnnounceSeconds, jwksCacheSeconds } from './key-phase';
import type { KeyRing } from './key-ring';
import { listKeys, loadKeyRings } from './load-key-rings';
import { rotateKeys } from './rotate-keys';
import { signJwt } from './sign-jwt';
import { verifyOwnJwt } from './verify-own-jwt';

const secret = masterSecret('a secret of at least thirty-two bytes');
const issuer = 'https://op.test';
const start = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const longestLifetimeSeconds = 3600;

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await ensureKeys(database.db, secret, ['ES256', 'EdDSA'], start);
});

afterEach(() => database.close());

const phases = async (seconds: number) =>
  (await listKeys(database.db, later(seconds)))
    .filter((key) => key.alg === 'ES256')
    .map((key) => key.phase)
    .join(' ');

describe('rotateKeys', () => {
  it('announces a new key for every algorithm, then activates it, then ends the old one', async () => {
    const rotations = await rotateKeys(database.db, secret, start, { longestLifetimeSeconds });
    expect(rotations.map(({ alg, created }) => [alg, created]).sort()).toEqual([
      ['ES256', true],
      ['EdDSA', true],
    ]);
    expect(rotations.every(({ activatesAt }) => +activatesAt === +later(defaultAnnounceSeconds))).toBe(true);
    expect(await phases(0)).toBe('active announced');
    expect(await phases(899)).toBe('active announced');
    expect(await phases(900)).toBe('retired active');
    expect(await phases(900 + 3600 + 900 - 1)).toBe('retired active');
    expect(await phases(900 + 3600 + 900)).toBe('expired active');
    expect(await readRevision(database.db)).toBe(2);
  });

  it('fails no token at a client that caches the JWKS for its full time (OIDC Core §10.1.1, security #140)', async () => {
    await rotateKeys(database.db, secret, start, { longestLifetimeSeconds });
    const load = (seconds: number) => loadKeyRing(database.db, secret, later(seconds));
    for (let issued = 0; issued <= 1800; issued += 150) {
      const token = issue(await load(issued), issued);
      for (const age of [0, 299, 600]) {
        const cached = jwks(await load(issued), later(Math.max(0, issued - Math.min(age, jwksCacheSeconds))));
        expect(await accepts(cached, token, issued)).toBe(true);
      }
      const last = issued + longestLifetimeSeconds - 1;
      expect(await accepts(jwks(await load(last), later(last)), token, last)).toBe(true);
      expect(verifyOwnJwt(await load(last), token, { kind: 'access_token', issuer, now: later(last) })).not.toBeNull();
    }
  });

  it('performs one of two simultaneous rotations of two processes, and never has two active keys (security #140)', async () => {
    const other = await openDatabase(database.url);
    for (const announceSeconds of [900, 0]) {
      const from = announceSeconds === 900 ? 0 : 100_000;
      const times = { announceSeconds, longestLifetimeSeconds };
      const both = [database.db, other.db, database.db, other.db].map((db) =>
        rotateKeys(db, secret, later(from), times),
      );
      await Promise.all(both);
      for (let seconds = from; seconds <= from + 10_000; seconds += 100) {
        const active = (await listKeys(database.db, later(seconds))).filter((key) => key.phase === 'active');
        expect(active.map((key) => key.alg).sort()).toEqual(['ES256', 'EdDSA']);
      }
    }
    await other.close();
  });

  it('answers a second rotation with the one under way', async () => {
    const first = await rotateKeys(database.db, secret, start, { longestLifetimeSeconds });
    const second = await rotateKeys(database.db, secret, later(600), { longestLifetimeSeconds });
    expect(second).toEqual(first.map((rotation) => ({ ...rotation, created: false })));
    expect(await phases(900)).toBe('retired active');
  });

  it('rotates again after the new key signs', async () => {
    await rotateKeys(database.db, secret, start, { longestLifetimeSeconds });
    await rotateKeys(database.db, secret, later(900), { longestLifetimeSeconds });
    expect(await phases(900)).toBe('retired active announced');
    expect(await phases(1800)).toBe('retired retired active');
  });

  it('keeps a former decryption key for another day without publishing it', async () => {
    await ensureKeys(database.db, secret, ['ECDH-ES'], start);
    const published = async (seconds: number) => {
      const { keys, decryptionKeys } = await loadKeyRings(database.db, secret, later(seconds));
      expect([...keys.values()].some((key) => String(key.alg) === 'ECDH-ES')).toBe(false);
      const set = jwks(keys, later(seconds), decryptionKeys).keys.filter(({ use }) => use === 'enc');
      return [set.length, decryptionKeys.size];
    };
    expect(await published(0)).toEqual([1, 1]);
    await rotateKeys(database.db, secret, start, { longestLifetimeSeconds });
    expect(await published(0)).toEqual([2, 2]);
    expect(await published(900)).toEqual([1, 2]);
    expect(await published(900 + 86_400 - 1)).toEqual([1, 2]);
    expect(await published(900 + 86_400)).toEqual([1, 1]);
  });

  it('changes nothing under another secret (security #141)', async () => {
    const rotation = rotateKeys(database.db, masterSecret('another secret of thirty-two bytes...'), start, {
      longestLifetimeSeconds,
    });
    await expect(rotation).rejects.toMatchObject({ code: 'wrong_secret' });
    expect(await phases(0)).toBe('active');
  });
});

function issue(ring: KeyRing, seconds: number): string {
  const iat = later(seconds).getTime() / 1000;
  const claims = { iss: issuer, iat, exp: iat + longestLifetimeSeconds };
  return signJwt(activeKey(ring, 'ES256', later(seconds)), 'at+jwt', claims);
}

async function accepts(set: ReturnType<typeof jwks>, token: string, seconds: number): Promise<boolean> {
  const keys: JSONWebKeySet = { keys: set.keys.map((key) => ({ kty: '', ...key })) };
  return jwtVerify(token, createLocalJWKSet(keys), { currentDate: later(seconds), issuer }).then(
    () => true,
    () => false,
  );
}
