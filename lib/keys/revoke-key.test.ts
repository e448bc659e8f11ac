import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { jwks } from '#lib/protocol/jwks';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { loadKeyRing } from '#lib/testing/load-key-ring';
import { activeKey } from './active-key';
import { ensureKeys } from './ensure-keys';
import { isRevoked } from './key-phase';
import { listKeys } from './load-key-rings';
import { revokeKey } from './revoke-key';
import { rotateKeys } from './rotate-keys';

const secret = masterSecret('a secret of at least thirty-two bytes');
const start = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await ensureKeys(database.db, secret, ['ES256', 'EdDSA'], start);
});

afterEach(() => database.close());

const ring = (seconds: number) => loadKeyRing(database.db, secret, later(seconds));
const kidsAt = async (seconds: number) => jwks(await ring(seconds), later(seconds)).keys.map(({ kid }) => kid);

describe('revokeKey', () => {
  it('replaces the signing key at once, and does not change other algorithms', async () => {
    const before = activeKey(await ring(10), 'ES256', later(10));
    const other = activeKey(await ring(10), 'EdDSA', later(10));
    const done = await revokeKey(database.db, secret, { kid: before.kid, now: later(10) });
    expect(done).toMatchObject({ kid: before.kid, alg: 'ES256', phase: 'active' });
    expect(activeKey(await ring(10), 'ES256', later(10)).kid).toBe(done?.replacement);
    expect(activeKey(await ring(10), 'EdDSA', later(10)).kid).toBe(other.kid);
    expect(await kidsAt(10)).not.toContain(before.kid);
  });

  it('revokes a key once, also for a process whose clock is behind', async () => {
    const { kid } = activeKey(await ring(10), 'ES256', later(10));
    expect(await revokeKey(database.db, secret, { kid, now: later(10) })).not.toBeNull();
    const keys = await listKeys(database.db, later(9));
    expect(await revokeKey(database.db, secret, { kid, now: later(9) })).toBeNull();
    expect(await listKeys(database.db, later(9))).toEqual(keys);
  });

  it('keeps a running rotation, for any revoked key of it', async () => {
    for (const phase of ['active', 'announced'] as const) {
      await rotateKeys(database.db, secret, later(20), { longestLifetimeSeconds: 60 });
      const key = (await listKeys(database.db, later(30))).find((one) => one.alg === 'ES256' && one.phase === phase);
      const done = await revokeKey(database.db, secret, { kid: key?.kid ?? '', now: later(30) });
      expect(done?.phase).toBe(phase);
      for (const seconds of [30, 500, 919, 920, 1500, 100_000]) {
        const live = await ring(seconds);
        expect(activeKey(live, 'ES256', later(seconds)).kid).not.toBe(key?.kid);
        expect([...live.keys()]).not.toContain(key?.kid);
      }
    }
  });

  it('ends a key that only verified, without a replacement', async () => {
    const former = activeKey(await ring(0), 'ES256', start);
    await rotateKeys(database.db, secret, start, { longestLifetimeSeconds: 3600 });
    expect(await kidsAt(1000)).toContain(former.kid);
    const done = await revokeKey(database.db, secret, { kid: former.kid, now: later(1000) });
    expect(done).toMatchObject({ phase: 'retired', replacement: null });
    expect(await kidsAt(1000)).not.toContain(former.kid);
  });

  it('ends an expired key, which verified hints, without a replacement (security #19)', async () => {
    const former = activeKey(await ring(0), 'ES256', start);
    await rotateKeys(database.db, secret, start, { longestLifetimeSeconds: 3600 });
    const done = await revokeKey(database.db, secret, { kid: former.kid, now: later(6000) });
    expect(done).toMatchObject({ phase: 'expired', replacement: null });
    expect((await listKeys(database.db, later(6000))).filter(isRevoked).map(({ kid }) => kid)).toEqual([former.kid]);
    expect(await revokeKey(database.db, secret, { kid: former.kid, now: later(6001) })).toBeNull();
  });

  it('is done once, by one of two processes at the same time', async () => {
    const other = await openDatabase(database.url);
    const { kid } = activeKey(await ring(0), 'ES256', start);
    const done = await Promise.all([database.db, other.db].map((db) => revokeKey(db, secret, { kid, now: later(1) })));
    expect(done.filter((one) => one !== null)).toHaveLength(1);
    expect(await revokeKey(database.db, secret, { kid, now: later(2) })).toBeNull();
    expect(await revokeKey(database.db, secret, { kid: 'unknown', now: later(2) })).toBeNull();
    await other.close();
  });

  it('is undone when its accompanying write fails', async () => {
    const { kid } = activeKey(await ring(0), 'ES256', start);
    const alongside = () => Promise.reject(new Error('no audit, no revocation'));
    await expect(revokeKey(database.db, secret, { kid, now: later(1), alongside })).rejects.toThrow('no audit');
    expect(activeKey(await ring(2), 'ES256', later(2)).kid).toBe(kid);
  });
});
