import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findExhaustion, spend, unspend } from './allowance';

const start = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const allowance = { burst: 3, intervalSeconds: 60 };
const allowed = { allowed: true, retryAfterSeconds: 0 };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

const uses = (key: string) => (seconds: number) => spend(database.db, key, allowance, later(seconds));

describe('spend', () => {
  it('allows the burst at once and then one use in each interval', async () => {
    const use = uses('burst');
    for (const seconds of [0, 0, 0]) expect(await use(seconds)).toEqual(allowed);
    expect(await use(0)).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect(await use(59.5)).toEqual({ allowed: false, retryAfterSeconds: 1 });
    expect(await use(60)).toEqual(allowed);
    expect(await use(60)).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect(await use(120)).toEqual(allowed);
  });

  it('has the whole burst again after a time without uses, and never more', async () => {
    const use = uses('rest');
    for (const seconds of [0, 0, 0]) await use(seconds);
    for (const _ of [1, 2, 3]) expect(await use(10_000)).toEqual(allowed);
    expect((await use(10_000)).allowed).toBe(false);
  });

  it('is not prolonged by refusals', async () => {
    const use = uses('refusals');
    for (const seconds of [0, 0, 0, 1, 2, 3]) await use(seconds);
    expect(await use(60)).toEqual(allowed);
  });

  it('ends its row when all uses are back, so that the sweeper finds it', async () => {
    await uses('row')(0);
    await uses('row')(10);
    const row = await database.db.rateLimit.findUnique({ where: { key: 'row' } });
    expect(row?.expiresAt).toEqual(later(120));
  });

  it('allows exactly the burst of 64 simultaneous uses from two processes (security #82)', async () => {
    const other = await openDatabase(database.url);
    for (let round = 0; round < 5; round += 1) {
      const all = Array.from({ length: 64 }, (_, index) =>
        spend(index % 2 === 0 ? database.db : other.db, `race-${round}`, allowance, start),
      );
      expect((await Promise.all(all)).filter((one) => one.allowed)).toHaveLength(3);
    }
    await other.close();
  });

  it('loses no use when some are spent while others are returned', async () => {
    for (const _ of [1, 2, 3]) await uses('mixed')(0);
    await Promise.all([1, 2, 3].map(() => unspend(database.db, 'mixed', allowance)));
    const again = await Promise.all(Array.from({ length: 10 }, () => uses('mixed')(0)));
    expect(again.filter((one) => one.allowed)).toHaveLength(3);
  });
});

describe('unspend', () => {
  it('makes room for one more use, and for none where nothing was spent', async () => {
    const use = uses('given-back');
    await unspend(database.db, 'given-back', allowance);
    for (const seconds of [0, 0, 0]) await use(seconds);
    await unspend(database.db, 'given-back', allowance);
    expect(await use(0)).toEqual(allowed);
    expect((await use(0)).allowed).toBe(false);
  });
});

describe('findExhaustion', () => {
  it('returns the time at which all uses are back, when none is left', async () => {
    const find = (seconds: number) => findExhaustion(database.db, 'spent', allowance, later(seconds));
    await uses('spent')(0);
    await uses('spent')(0);
    expect(await find(0)).toBeNull();
    await uses('spent')(0);
    expect(await find(0)).toEqual(later(180));
    expect(await find(60)).toBeNull();
  });
});
