import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { refund, reserve } from './reserve';

const start = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

describe('reserve', () => {
  it('allows as many uses as the limit, then returns the time to retry', async () => {
    const use = (seconds: number) =>
      reserve(database.db, { key: 'limit', limit: 3, windowSeconds: 60 }, later(seconds));
    for (const seconds of [0, 1, 2]) expect(await use(seconds)).toEqual({ allowed: true, retryAfterSeconds: 0 });
    expect(await use(3)).toEqual({ allowed: false, retryAfterSeconds: 57 });
    expect(await use(59.5)).toEqual({ allowed: false, retryAfterSeconds: 1 });
  });

  it('starts a new window with the first use after the former one', async () => {
    const use = (seconds: number) =>
      reserve(database.db, { key: 'window', limit: 1, windowSeconds: 60 }, later(seconds));
    expect((await use(0)).allowed).toBe(true);
    expect((await use(59.999)).allowed).toBe(false);
    expect((await use(60)).allowed).toBe(true);
    expect(await use(61)).toEqual({ allowed: false, retryAfterSeconds: 59 });
  });

  it('is not prolonged by refusals', async () => {
    const use = (seconds: number) =>
      reserve(database.db, { key: 'refusals', limit: 1, windowSeconds: 10 }, later(seconds));
    await use(0);
    for (let second = 1; second < 10; second += 1) expect((await use(second)).retryAfterSeconds).toBe(10 - second);
    expect((await use(10)).allowed).toBe(true);
  });

  it('counts each key separately', async () => {
    expect((await reserve(database.db, { key: 'one', limit: 1, windowSeconds: 60 }, start)).allowed).toBe(true);
    expect((await reserve(database.db, { key: 'two', limit: 1, windowSeconds: 60 }, start)).allowed).toBe(true);
    expect((await reserve(database.db, { key: 'one', limit: 1, windowSeconds: 60 }, start)).allowed).toBe(false);
  });

  it('stores the end of the window as Prisma reads it, so that the sweeper finds it', async () => {
    await reserve(database.db, { key: 'stored', limit: 5, windowSeconds: 60 }, start);
    const where = { key: 'stored', expiresAt: { gt: later(59.999), lte: later(60) } };
    expect(await database.db.rateLimit.findFirst({ where })).toEqual({ key: 'stored', count: 1, expiresAt: later(60) });
  });

  it('allows exactly the limit of 64 simultaneous uses from two processes (security #82)', async () => {
    const other = await openDatabase(database.url);
    for (let round = 0; round < 5; round += 1) {
      const uses = Array.from({ length: 64 }, (_, index) =>
        reserve(index % 2 === 0 ? database.db : other.db, { key: `race-${round}`, limit: 5, windowSeconds: 60 }, start),
      );
      const allowed = (await Promise.all(uses)).filter((reservation) => reservation.allowed);
      expect(allowed).toHaveLength(5);
    }
    await other.close();
  });

  it('allows exactly the limit of 64 simultaneous uses after a window has ended', async () => {
    await reserve(database.db, { key: 'race-ended', limit: 5, windowSeconds: 60 }, start);
    const uses = Array.from({ length: 64 }, () =>
      reserve(database.db, { key: 'race-ended', limit: 5, windowSeconds: 60 }, later(60)),
    );
    expect((await Promise.all(uses)).filter((reservation) => reservation.allowed)).toHaveLength(5);
  });
});

describe('refund', () => {
  it('makes room for one more use', async () => {
    const use = () => reserve(database.db, { key: 'refund', limit: 2, windowSeconds: 60 }, start);
    await use();
    await use();
    expect((await use()).allowed).toBe(false);
    await refund(database.db, 'refund');
    expect((await use()).allowed).toBe(true);
    expect((await use()).allowed).toBe(false);
  });

  it('never makes more room than the limit', async () => {
    const use = () => reserve(database.db, { key: 'refund-floor', limit: 1, windowSeconds: 60 }, start);
    await use();
    for (let round = 0; round < 5; round += 1) await refund(database.db, 'refund-floor');
    expect((await use()).allowed).toBe(true);
    expect((await use()).allowed).toBe(false);
  });

  it('does nothing for a key that was never used', async () => {
    await refund(database.db, 'never');
    expect(await database.db.rateLimit.findUnique({ where: { key: 'never' } })).toBeNull();
  });
});
