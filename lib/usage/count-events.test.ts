import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { sweepExpired } from '#lib/db/sweep';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { countEvents, purgeUsage } from './count-events';
import { readTail } from './read-tail';
import { findCursor } from './usage-store';

const secret = masterSecret('a secret of this test, of some length');
const start = new Date('2026-01-01T22:30:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const end = later(1000);

let open: TestDatabase;
beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

const actor = { kind: 'anonymous', id: null, name: null } as const;
const web = { id: 'web', name: 'Web shop' };
const signIn: NewAuditEvent = { type: 'sign_in.succeeded', outcome: 'success', actor, client: web };
const failed = (problem: string): NewAuditEvent => {
  return { type: 'sign_in.failed', outcome: 'failure', actor, client: web, details: { problem } };
};
const created: NewAuditEvent = { type: 'user.created', outcome: 'success', actor };
const other: NewAuditEvent = { type: 'consent.granted', outcome: 'success', actor, client: web };

const record = (events: readonly NewAuditEvent[], minutes: number) => recordEvents(open.db, events, later(minutes));
const seal = () => sealEvents(open.db, secret, end);

async function recordMany(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await record([signIn, failed('invalid_credentials')], index);
  await seal();
}

async function counted(): Promise<Record<string, number>> {
  const rows = await open.db.usageHour.findMany({ orderBy: [{ hour: 'asc' }, { metric: 'asc' }] });
  return Object.fromEntries(
    rows.map(({ hour, metric, count }) => [`${hour.toISOString().slice(11, 13)} ${metric}`, count]),
  );
}

async function totalOf(metric: string): Promise<number> {
  const [row] = await open.db.usageHour.groupBy({ by: ['metric'], where: { metric }, _sum: { count: true } });
  return row?._sum.count ?? 0;
}

async function totalOfClient(): Promise<number> {
  const rows = await open.db.clientUsage.findMany({ where: { clientId: 'web', unit: 'day' } });
  return rows.reduce((sum, { count }) => sum + count, 0);
}

describe('events are counted', () => {
  it('by hour and metric, failures also by reason, and sign-ins also by client', async () => {
    await record([signIn, signIn, other, created], 0);
    await record([signIn, failed('invalid_credentials'), failed('wrong_code'), failed('no reason of ours')], 30);
    await record([failed('wrong_code'), { ...signIn, client: null }], 90);
    await seal();
    expect(await countEvents(open.db)).toBe(10);
    expect(await counted()).toEqual({
      '22 sign_in.ok': 2,
      '22 user.created': 1,
      '23 sign_in.failed': 3,
      '23 sign_in.failed:invalid_credentials': 1,
      '23 sign_in.failed:other': 1,
      '23 sign_in.failed:wrong_code': 1,
      '23 sign_in.ok': 1,
      '00 sign_in.failed': 1,
      '00 sign_in.failed:wrong_code': 1,
      '00 sign_in.ok': 1,
    });
    const ofClients = await open.db.clientUsage.findMany({ orderBy: [{ unit: 'asc' }, { start: 'asc' }] });
    expect(ofClients.map(({ unit, start, count }) => [unit, start.toISOString().slice(0, 13), count])).toEqual([
      ['day', '2026-01-01T00', 3],
      ['hour', '2026-01-01T22', 2],
      ['hour', '2026-01-01T23', 1],
    ]);
  });

  it('once, for any number of runs', async () => {
    await recordMany(3);
    expect(await countEvents(open.db)).toBe(6);
    expect(await countEvents(open.db)).toBe(0);
    await record([signIn], 3);
    await seal();
    expect(await countEvents(open.db)).toBe(1);
    expect([await totalOf('sign_in.ok'), await totalOfClient()]).toEqual([4, 4]);
  });

  it('also when a slow clock or a long transaction recorded them late', async () => {
    await record([signIn], 60);
    await seal();
    await countEvents(open.db);
    await record([signIn], 1);
    await seal();
    await countEvents(open.db);
    expect(await counted()).toEqual({ '22 sign_in.ok': 1, '23 sign_in.ok': 1 });
  });

  it('in batches that a stop ends, and that another process continues', async () => {
    await recordMany(20);
    const stopped = new AbortController();
    stopped.abort();
    expect(await countEvents(open.db, { signal: stopped.signal })).toBe(20);
    expect(await findCursor(open.db)).toBe(20);
    const next = await openDatabase(open.url);
    expect(await countEvents(next.db)).toBe(20);
    await next.close();
    expect([await totalOf('sign_in.ok'), await totalOf('sign_in.failed')]).toEqual([20, 20]);
  });

  it('once when two processes race', async () => {
    await recordMany(40);
    const next = await openDatabase(open.url);
    const passed = await Promise.all([countEvents(open.db), countEvents(next.db)]);
    // The process that was slower leaves the rest to the other one, which may already have finished.
    const rest = await countEvents(next.db);
    await next.close();
    expect(passed[0] + passed[1] + rest).toBe(80);
    expect([await totalOf('sign_in.ok'), await totalOf('sign_in.failed:invalid_credentials')]).toEqual([40, 40]);
    expect(await totalOfClient()).toBe(40);
  });

  it.each([
    { table: 'UsageCursor', verb: 'INSERT' },
    { table: 'UsageHour', verb: 'INSERT' },
    { table: 'ClientUsage', verb: 'INSERT' },
  ] as const)('once when a process ends in the middle of a batch, after it wrote $table', async (write) => {
    await recordMany(5);
    const writes = await openFailingWrites(open.url);
    await expect(writes.refusing(write, () => countEvents(open.db))).rejects.toThrow();
    await writes.close();
    expect(await findCursor(open.db)).toBe(0);
    expect(await counted()).toEqual({});
    await countEvents(open.db);
    expect([await totalOf('sign_in.ok'), await totalOfClient()]).toEqual([5, 5]);
  });
});

describe('the tail that is not counted yet', () => {
  it('contains events sealed since, and those not sealed', async () => {
    await recordMany(3);
    await countEvents(open.db);
    expect((await readTail(open.db, end)).events).toEqual([]);
    await record([signIn], 4);
    await seal();
    await record([failed('wrong_code'), other], 5);
    const { events } = await readTail(open.db, end);
    expect(events?.map(({ type }) => type)).toEqual(['sign_in.failed', 'sign_in.succeeded']);
  });

  it('is not read while past events are being counted', async () => {
    await record([signIn], 0);
    await seal();
    await open.db.auditSeal.update({ where: { sequence: 1 }, data: { sequence: 5002 } });
    expect((await readTail(open.db, end)).events).toBeNull();
    await countEvents(open.db);
    expect((await readTail(open.db, end)).events).toEqual([]);
  });
});

describe('the counts', () => {
  it('are kept as long as the events', async () => {
    await record([signIn], 0);
    await record([signIn], 120);
    await seal();
    await countEvents(open.db);
    const day = 24 * 60;
    // Events are deleted up to a day after their time.
    await purgeUsage(open.db, 30, later(31 * day));
    expect(await totalOf('sign_in.ok')).toBe(2);
    await purgeUsage(open.db, 30, later(31 * day + 120));
    expect([await totalOf('sign_in.ok'), await totalOfClient()]).toEqual([1, 1]);
  });

  it('of clients are kept by the day, and by the hour for the longest range of the overview', async () => {
    await record([signIn], 0);
    await seal();
    await countEvents(open.db);
    const units = async () =>
      (await open.db.clientUsage.findMany({ orderBy: { unit: 'asc' } })).map(({ unit }) => unit);
    await sweepExpired(open.db, later(90 * 24 * 60));
    expect(await units()).toEqual(['day', 'hour']);
    await sweepExpired(open.db, later(92 * 24 * 60));
    expect(await units()).toEqual(['day']);
  });
});
