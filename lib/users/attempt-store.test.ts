import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { run } from '#lib/db/run';
import { spend, unspend } from '#lib/ratelimit/allowance';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { type AttemptCounters, countAttempt, returnAttempt, strangers, windowSeconds } from './attempt-store';

const start = new Date('2027-01-01T00:00:00.007Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const counters = { account: 'account', window: { key: 'network', limit: 12 }, site: { key: 'site', limit: 14 } };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(() => database.db.rateLimit.deleteMany());

const rows = () => database.db.rateLimit.findMany({ orderBy: { key: 'asc' } });
const count = (given: AttemptCounters, seconds = 0) => countAttempt(database.db, given, later(seconds));

/** The same, step by step with Prisma. If an attempt is refused, nothing is stored. */
async function countByPrisma({ account, window, site }: AttemptCounters, now: Date): Promise<string | null> {
  const { db } = database;
  if (account !== null && !(await spend(db, account, strangers, now)).allowed) return 'account';
  if (!(await reserve(db, { ...window, windowSeconds }, now)).allowed) {
    if (account !== null) await unspend(db, account, strangers);
    return 'window';
  }
  if (site !== null && !(await reserve(db, { ...site, windowSeconds }, now)).allowed) {
    if (account !== null) await unspend(db, account, strangers);
    await refund(db, window.key);
    return 'site';
  }
  return null;
}

/** Attempts at these seconds. */
const schedules: [string, AttemptCounters, number[]][] = [
  ['an account', counters, [0, 0, 0, 1.5, 2, 3, 4, 5, 6, 7, 8, 30, 59.9, 60, 61, 120, 10_000, 10_000.25]],
  ['an impossible name', { ...counters, account: null }, [...Array(14).fill(3), 850, 902.999, 903, 903, 904]],
  ['a known browser', { ...counters, account: null, site: null }, [...Array(13).fill(0), 899.999, 900, 900]],
  [
    'an IPv6 site',
    { account: null, window: { key: 'network', limit: 99 }, site: { key: 'site', limit: 2 } },
    [0, 1, 2, 901],
  ],
];

describe('countAttempt', () => {
  it.each(schedules)('counts like the separate limits: %s', async (_, given, seconds) => {
    const expected = [];
    for (const second of seconds) expected.push([await countByPrisma(given, later(second)), await rows()]);
    await database.db.rateLimit.deleteMany();
    for (const [index, second] of seconds.entries()) {
      expect([await count(given, second), await rows()], `at ${second} s`).toEqual(expected[index]);
    }
    expect(expected.some(([exhausted]) => exhausted !== null)).toBe(true);
    expect(expected.at(-1)?.[0]).toBeNull();
  });

  it('allows exactly the burst of 64 simultaneous attempts from two processes (security #82)', async () => {
    const other = await openDatabase(database.url);
    const attempts = Array.from({ length: 64 }, (_, index) =>
      countAttempt(index % 2 === 0 ? database.db : other.db, counters, start),
    );
    const allowed = (await Promise.all(attempts)).filter((exhausted) => exhausted === null);
    expect(allowed).toHaveLength(strangers.burst);
    expect((await rows()).map(({ count: uses }) => uses)).toEqual([1, 10, 10]);
    await other.close();
  });
});

describe('returnAttempt', () => {
  it('returns every use, and never more than there were', async () => {
    await count(counters);
    const before = await rows();
    await count(counters, 1);
    await run(database.db, [returnAttempt(counters, null, later(1))]);
    expect(await rows()).toEqual(before);
    await database.db.rateLimit.updateMany({ data: { count: 0 } });
    await run(database.db, [returnAttempt({ ...counters, account: null }, null, start)]);
    expect((await rows()).map(({ count: uses }) => uses)).toEqual([0, 0, 0]);
  });

  it('does not change other counters', async () => {
    await count(counters);
    const before = await rows();
    await run(database.db, [
      returnAttempt({ account: 'x', window: { key: 'y', limit: 1 }, site: null }, 'nobody', start),
    ]);
    expect(await rows()).toEqual(before);
  });
});
