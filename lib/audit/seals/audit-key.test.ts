import { createHmac, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import type { AuditEvent } from '../event';
import { listEvents, recordEvents } from '../event-store';
import { addAuditKey, ensureAuditKeys, loadAuditKeys } from './audit-key';
import { type AuditKey, contentOf, genesis, type Seal, sealHash } from './chain';
import { sealEvents } from './seal-events';
import { addSeals } from './seal-store';
import { verifyChain } from './verify-chain';

const secret = masterSecret('a secret of this test, of some length');
const start = new Date('2026-01-01T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

async function record(count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index += 1) {
    const actor = { kind: 'user', id: `u${index}`, name: `u${index}` } as const;
    await recordEvents(open.db, [{ type: 'sign_in.succeeded', outcome: 'success', actor }], later(index));
  }
}

const verify = () => verifyChain(open.db, secret, later(10_000));
const allEvents = async () => (await listEvents(open.db, {}, 1000)).reverse();

/** Rewrites the chain from its beginning, as somebody with write access to the database could. */
async function rewrite(
  hash: (previousHash: string, event: AuditEvent) => string,
  keyNumber: number | null,
  types = ['sign_in.succeeded'],
) {
  const events = (await allEvents()).filter(({ type }) => types.includes(type));
  await open.db.auditSeal.deleteMany({});
  let previousHash = genesis;
  const seals: Seal[] = events.map((event, index) => {
    const seal = { sequence: index + 1, eventId: event.id, previousHash, hash: hash(previousHash, event), keyNumber };
    previousHash = seal.hash;
    return seal;
  });
  await addSeals(open.db, seals);
}

const withoutKey = (previousHash: string, event: AuditEvent) => sealHash(previousHash, event, null);
const withKey = (key: Buffer) => (previousHash: string, event: AuditEvent) =>
  createHmac('sha256', key)
    .update(`${previousHash}\n${JSON.stringify(contentOf(event))}`)
    .digest('base64url');

describe('the key of the hash chain', () => {
  it('covers a new log from its first event', async () => {
    await record(3);
    await sealEvents(open.db, secret, later(10));
    expect(await verify()).toEqual({ intact: true, events: 3, keyedAfter: 0 });
    expect(await allEvents()).toHaveLength(3);
  });

  it('starts after a chain from before there were keys, and an event records where', async () => {
    await record(4);
    await rewrite(withoutKey, null);
    await ensureAuditKeys(open.db, secret, later(5));
    await record(2, 6);
    await sealEvents(open.db, secret, later(10));
    expect(await verify()).toEqual({ intact: true, events: 7, keyedAfter: 4 });
    const [told] = await listEvents(open.db, { types: ['audit.keyed'] }, 5);
    const last = await open.db.auditSeal.findUnique({ where: { sequence: 4 } });
    expect(JSON.parse(told?.details ?? '')).toEqual({ after: 4, hash: last?.hash });
  });

  it('starts there too when the secret is rotated before the first start with keys', async () => {
    await record(4);
    await rewrite(withoutKey, null);
    expect(await transaction(open.db, (tx) => addAuditKey(tx, secret, later(5)))).toBe(1);
    await sealEvents(open.db, secret, later(10));
    expect(await verify()).toEqual({ intact: true, events: 5, keyedAfter: 4 });
  });

  it('is created once when several processes start at the same time', async () => {
    await record(2);
    await rewrite(withoutKey, null);
    const connections = await Promise.all([1, 2, 3].map(() => openDatabase(open.url)));
    const made = await Promise.all(connections.map(({ db }) => ensureAuditKeys(db, secret, start)));
    expect(new Set(made.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(await listEvents(open.db, { types: ['audit.keyed'] }, 5)).toHaveLength(1);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it('is sealed in the database, and opens with no other secret', async () => {
    const [key] = await ensureAuditKeys(open.db, secret, start);
    const [row] = await open.db.auditKey.findMany({});
    expect(JSON.stringify(row)).not.toContain(key?.key.toString('base64url'));
    await expect(loadAuditKeys(open.db, masterSecret('another secret of this test, as long'))).rejects.toMatchObject({
      code: 'cannot_open',
    });
  });

  describe('exposes a change by somebody without the key', () => {
    it.each<[string, (key: AuditKey) => Promise<unknown>]>([
      ['who computes the chain again as it was before there were keys', () => rewrite(withoutKey, null)],
      ['who says that the key was used', () => rewrite(withoutKey, 1)],
      ['who computes the chain again with another key', () => rewrite(withKey(randomBytes(32)), 1)],
      ['who names a missing key', ({ key }) => rewrite(withKey(key), 7)],
    ])('%s', async (_, attack) => {
      await record(4);
      await sealEvents(open.db, secret, later(10));
      const [key] = await loadAuditKeys(open.db, secret);
      if (key === undefined) throw new Error('no key was made');
      const [newest] = await listEvents(open.db, {}, 1);
      await open.db.auditEvent.update({ where: { id: newest?.id ?? '' }, data: { actorName: 'somebody else' } });
      await attack(key);
      expect(await verify()).toMatchObject({ intact: false, problem: 'changed' });
    });

    it.each(['secret.rotated', 'audit.keyed'] as const)('who removes the key, but not the event %s', async (type) => {
      await record(1);
      const actor = { kind: 'command_line', id: null, name: null } as const;
      await recordEvents(open.db, [{ type, outcome: 'success', actor }], later(2));
      await sealEvents(open.db, secret, later(10));
      await open.db.auditKey.deleteMany({});
      await rewrite(withoutKey, null, ['sign_in.succeeded', type]);
      const removed = { intact: false, sequence: 2, problem: 'key_removed' };
      expect(await verify()).toEqual(removed);
      await ensureAuditKeys(open.db, secret, later(20));
      await sealEvents(open.db, secret, later(30));
      expect(await verify(), 'the next start makes another key').toEqual(removed);
    });

    it('who removes the beginning, with an event that blames the server', async () => {
      await record(6);
      await sealEvents(open.db, secret, later(10));
      const gone = await open.db.auditSeal.findMany({ where: { sequence: { lte: 3 } }, orderBy: { sequence: 'asc' } });
      await open.db.auditSeal.deleteMany({ where: { sequence: { lte: 3 } } });
      await open.db.auditEvent.deleteMany({ where: { id: { in: gone.map(({ eventId }) => eventId) } } });
      for (const proof of [undefined, sha256('made up')]) {
        const details = { events: 3, through: 3, hash: gone.at(-1)?.hash, ...(proof && { proof }) };
        const actor = { kind: 'retention', id: null, name: null } as const;
        await recordEvents(open.db, [{ type: 'audit.purged', outcome: 'success', actor, details }], later(20));
        await sealEvents(open.db, secret, later(30));
        expect(await verify()).toEqual({ intact: false, sequence: 3, problem: 'missing' });
      }
    });
  });

  it('from before a rotation verifies only what it sealed', async () => {
    await record(3);
    await sealEvents(open.db, secret, later(10));
    await transaction(open.db, (tx) => addAuditKey(tx, secret, later(11)));
    await record(2, 20);
    await sealEvents(open.db, secret, later(30));
    expect(await verify()).toEqual({ intact: true, events: 5, keyedAfter: 0 });

    const [former] = await loadAuditKeys(open.db, secret);
    if (former === undefined) throw new Error('no key was made');
    const last = await open.db.auditSeal.findFirst({ orderBy: { sequence: 'desc' } });
    await record(1, 40);
    const [forged] = await listEvents(open.db, {}, 1);
    if (forged === undefined || last === null) throw new Error('nothing to forge');
    const hash = sealHash(last.hash, forged, former);
    await addSeals(open.db, [
      { sequence: last.sequence + 1, eventId: forged.id, previousHash: last.hash, hash, keyNumber: former.number },
    ]);
    expect(await verify()).toEqual({ intact: false, sequence: 6, problem: 'changed' });
  });
});
