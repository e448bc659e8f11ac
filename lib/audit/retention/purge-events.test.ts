import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { listEvents, recordEvents } from '../event-store';
import { sealEvents } from '../seals/seal-events';
import { verifyChain } from '../seals/verify-chain';
import { purgeEvents } from './purge-events';

const secret = masterSecret('a secret of this test, of some length');
const day = 86_400_000;
const start = new Date('2026-01-01T00:00:00Z');
const at = (days: number) => new Date(start.getTime() + days * day);

let open: TestDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
});

afterEach(() => open.close());

const seal = () => sealEvents(open.db, secret, at(30));

/** Records one event a day, and `more` on the first day. */
async function record(days: number, more = 0): Promise<void> {
  const actor = { kind: 'user', id: 'u', name: 'u' } as const;
  const event = { type: 'sign_in.succeeded', outcome: 'success', actor } as const;
  await recordEvents(
    open.db,
    Array.from({ length: more }, () => event),
    start,
  );
  for (let index = 0; index < days; index += 1) await recordEvents(open.db, [event], at(index));
  await seal();
}

describe('old events of the audit log (security #163, #181)', () => {
  it('are deleted, and the remaining chain verifies', async () => {
    await record(20);
    expect(await purgeEvents(open.db, { days: 10, secret, now: at(20) })).toBe(10);
    await seal();
    expect(await verifyChain(open.db, secret, at(21))).toEqual({ intact: true, events: 11, keyedAfter: 0 });
    const [told] = await listEvents(open.db, {}, 1);
    expect(told).toMatchObject({ type: 'audit.purged', actorKind: 'retention' });
    expect(JSON.parse(told?.details ?? '')).toMatchObject({ events: 10, through: 10 });
  });

  it('are deleted in batches, and again later', async () => {
    await record(5, 1200);
    expect(await purgeEvents(open.db, { days: 3, secret, now: at(5) })).toBe(1202);
    await seal();
    expect(await purgeEvents(open.db, { days: 1, secret, now: at(20) })).toBe(5);
    await seal();
    expect(await verifyChain(open.db, secret, at(20))).toMatchObject({ intact: true });
  });

  it('stay for the next run, except a batch, when the process stops (decision 005)', async () => {
    await record(5, 1200);
    expect(await purgeEvents(open.db, { days: 3, secret, now: at(5), signal: AbortSignal.abort() })).toBe(500);
    await seal();
    expect(await verifyChain(open.db, secret, at(20))).toMatchObject({ intact: true });
  });

  it('are kept until a whole day of them is too old', async () => {
    await record(5);
    expect(await purgeEvents(open.db, { days: 5, secret, now: at(5.9) })).toBe(0);
    expect(await purgeEvents(open.db, { days: 5, secret, now: at(6.1) })).toBe(2);
  });

  it('are kept while no seal covers them, and while nothing is old', async () => {
    await record(3);
    await recordEvents(open.db, [{ type: 'sign_out.completed', outcome: 'success', actor: nobody }], at(0.5));
    expect(await purgeEvents(open.db, { days: 100, secret, now: at(50) })).toBe(0);
    expect(await purgeEvents(open.db, { days: 10, secret, now: at(50) })).toBe(2);
    await seal();
    expect(await listEvents(open.db, { types: ['sign_out.completed'] }, 5)).toHaveLength(1);
  });

  it('leave the last seal, so that the numbers of the chain never start again (decisions 005, 007)', async () => {
    await record(5);
    expect(await purgeEvents(open.db, { days: 1, secret, now: at(20) })).toBe(4);
    await seal();
    const seals = await open.db.auditSeal.findMany({ orderBy: { sequence: 'asc' }, select: { sequence: true } });
    expect(seals.map(({ sequence }) => sequence)).toEqual([5, 6]);
    expect(await verifyChain(open.db, secret, at(20))).toEqual({ intact: true, events: 2, keyedAfter: 0 });
  });

  it('are reported missing when something else removed them', async () => {
    await record(20);
    const gone = await open.db.auditSeal.findMany({ where: { sequence: { lte: 4 } } });
    await open.db.auditSeal.deleteMany({ where: { sequence: { lte: 4 } } });
    await open.db.auditEvent.deleteMany({ where: { id: { in: gone.map(({ eventId }) => eventId) } } });
    expect(await verifyChain(open.db, secret, at(20))).toEqual({ intact: false, sequence: 4, problem: 'missing' });
  });

  it('are deleted once when two processes delete them', async () => {
    const other = await openDatabase(open.url);
    await record(20, 700);
    const both = await Promise.allSettled([
      purgeEvents(open.db, { days: 10, secret, now: at(20) }),
      purgeEvents(other.db, { days: 10, secret, now: at(20) }),
    ]);
    const counted = both.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
    await seal();
    await other.close();
    const told = await listEvents(open.db, { types: ['audit.purged'] }, 50);
    const removed = told.reduce((sum, { details }) => sum + Number(JSON.parse(details).events), 0);
    expect(counted).toBeLessThanOrEqual(removed);
    expect(await verifyChain(open.db, secret, at(20))).toMatchObject({ intact: true });
  });
});

const nobody = { kind: 'anonymous', id: null, name: null } as const;
