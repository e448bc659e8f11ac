import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { openDatabase } from './open';
import { retryConflicts } from './retry';
import { isDatabaseUnavailable, isUniqueViolation, transaction } from './transaction';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.db.revision.deleteMany();
  await database.db.revision.create({ data: { id: 1, number: 0 } });
});

afterAll(async () => {
  await database.close();
});

/** Work that fails a number of times before it succeeds. */
function failing(times: number, error: () => Error): { work: () => Promise<string>; runs: () => number } {
  let runs = 0;
  return {
    work: async () => {
      runs += 1;
      if (runs <= times) throw error();
      return 'done';
    },
    runs: () => runs,
  };
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('transaction (security #177)', () => {
  it.each(['P2034', '40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'])('runs again after %s', async (code) => {
    const { work, runs } = failing(3, () => coded(code));
    expect(await transaction(database.db, work)).toBe('done');
    expect(runs()).toBe(4);
  });

  it('gives up after nine more attempts, with a code that answers 503', async () => {
    const { work, runs } = failing(99, () => coded('40001'));
    const error = await caught(transaction(database.db, work));
    expect(error).toMatchObject({ code: 'database_unavailable', cause: { code: '40001' } });
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(runs()).toBe(10);
  });

  it.each(['invalid_grant', 'P2002', 'P1017', 'ETIMEDOUT'])('does not run again after %s', async (code) => {
    const { work, runs } = failing(1, () => coded(code));
    expect(await caught(transaction(database.db, work))).toMatchObject({ code });
    expect(runs()).toBe(1);
  });

  it('runs transactions that lost twice one after the other', async () => {
    let [underWay, most, losses] = [0, 0, 0];
    const attempt = async (count: number) => {
      if (count <= 2) throw coded('40001');
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      losses += 1;
      if (count === 3) throw coded('40001');
    };
    const one = async () => {
      let count = 0;
      await retryConflicts(() => attempt(++count));
    };
    await Promise.all([one(), one(), one(), one()]);
    expect([most, losses]).toEqual([1, 8]);
  });

  it('does not wait for its own turn', async () => {
    const inner = failing(3, () => coded('40001'));
    const outer = failing(3, () => coded('40001'));
    const both = async () => `${await outer.work()} ${await retryConflicts(inner.work)}`;
    expect(await retryConflicts(both)).toBe('done done');
  });

  it('undoes a lost attempt completely', async () => {
    let runs = 0;
    await transaction(database.db, async (tx) => {
      await tx.revision.update({ where: { id: 1 }, data: { number: { increment: 1 } } });
      runs += 1;
      if (runs < 3) throw coded('40001');
    });
    expect(await database.db.revision.findUnique({ where: { id: 1 } })).toMatchObject({ id: 1, number: 1 });
  });
});

describe('isUniqueViolation', () => {
  it('recognizes a second row with the same key, inside and outside a transaction', async () => {
    const data = { id: 1, number: 1 };
    expect(isUniqueViolation(await caught(database.db.revision.create({ data })))).toBe(true);
    expect(isUniqueViolation(await caught(transaction(database.db, (tx) => tx.revision.create({ data }))))).toBe(true);
    expect(
      isUniqueViolation(await caught(database.db.$executeRaw`INSERT INTO "Revision" ("id", "number") VALUES (1, 1)`)),
    ).toBe(true);
    expect(isUniqueViolation(coded('P2003'))).toBe(false);
  });
});

describe('isDatabaseUnavailable', () => {
  it.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a refused connection to a name with two addresses', new AggregateError([coded('ECONNREFUSED')])],
    ['a connection lost under Prisma', coded('P1017')],
    ['a server shutting down', { code: 'P2039', meta: { driverAdapterError: { cause: { originalCode: '57P01' } } } }],
    ['a statement that took too long', { cause: { kind: 'postgres', code: '57014' } }],
    ['a connection exception', { cause: { code: '08006' } }],
    ['a server without connections or disk', { cause: { code: '53300' } }],
    ['a password that was changed', coded('P1000')],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a full disk', coded('SQLITE_FULL')],
  ])('is true for %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a broken rule', coded('P2002')],
    ['a missing row', coded('P2025')],
    ['an unknown column', { code: 'P2022' }],
    ['a defect', new TypeError('x is not a function')],
    ['nothing', null],
    ['text', 'P1017'],
  ])('is false for %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('is true for a server that is not running', async () => {
    const open = await openDatabase('postgresql://signet@127.0.0.1:1/signet');
    const read = await caught(open.db.revision.findMany());
    const write = await caught(transaction(open.db, (tx) => tx.revision.findMany()));
    await open.close();
    expect([read, write].map(isDatabaseUnavailable)).toEqual([true, true]);
  });
});

if (inject('database').dialect === 'postgresql') {
  describe('transaction on PostgreSQL (security #177)', () => {
    it('resolves a deadlock', async () => {
      await database.db.revision.create({ data: { id: 2, number: 0 } });
      let met = 0;
      const crossing = (first: number, second: number) =>
        transaction(database.db, async (tx) => {
          await tx.revision.update({ where: { id: first }, data: { number: { increment: 1 } } });
          met += 1;
          if (met <= 2) await expect.poll(() => met, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
          await tx.revision.update({ where: { id: second }, data: { number: { increment: 1 } } });
        });
      await Promise.all([crossing(1, 2), crossing(2, 1)]);
      expect(await database.db.revision.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
        { id: 1, number: 2 },
        { id: 2, number: 2 },
      ]);
      // On a busy machine, the server may end both of them, or one of them twice.
      expect(met).toBeGreaterThan(2);
    });

    it('resolves a serialization failure', async () => {
      let reads = 0;
      const increment = () =>
        transaction(database.db, async (tx) => {
          await tx.$executeRaw`SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`;
          const row = await tx.revision.findUniqueOrThrow({ where: { id: 1 } });
          reads += 1;
          // Both get their snapshot before either one writes.
          if (reads <= 2) await expect.poll(() => reads, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
          await tx.revision.update({ where: { id: 1 }, data: { number: row.number + 1 } });
        });
      await Promise.all([increment(), increment()]);
      expect(await database.db.revision.findUnique({ where: { id: 1 } })).toMatchObject({ id: 1, number: 2 });
      expect(reads).toBeGreaterThan(2);
    });

    it('recognizes the error of a backend that was ended while it worked', async () => {
      const error = await caught(
        transaction(database.db, (tx) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())::text`),
      );
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(await database.db.revision.count()).toBe(1);
    });
  });
}
