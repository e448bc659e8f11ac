import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import type { Database, Transaction } from './database';
import { openDatabase } from './open';
import { run } from './run';
import { defineWrite } from './statement';
import { type Step, write, writeOnce } from './step';
import { isDatabaseUnavailable, isUniqueViolation, transaction } from './transaction';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});

beforeEach(() => db.client.deleteMany());

afterAll(() => database.close());

const at = new Date('2026-03-29T01:30:00.120Z');
const wholeSecond = new Date('9999-12-31T00:00:00Z');

const insert = defineWrite(
  `INSERT INTO "Client" ("clientId", "settings", "tenant", "enabled", "selfRegistered", "agentState", "createdAt", "updatedAt")
  VALUES (@clientId, '{}', @tenant, @enabled, @selfRegistered, 'pending', @createdAt, @updatedAt)`,
);
const rename = defineWrite(`UPDATE "Client" SET "tenant" = @to WHERE "tenant" = @from`);
const copy = defineWrite(
  `UPDATE "Client" SET "tenant" = @clientId || @clientId WHERE "clientId" = @clientId AND "enabled" = @enabled`,
);

const values = (clientId: string, tenant: string | null = null) => ({
  clientId,
  tenant,
  enabled: true,
  selfRegistered: false,
  createdAt: at,
  updatedAt: wholeSecond,
});
const inserted = (name: string, tenant: string | null = null) => write(insert, values(name, tenant));
const renamed = (from: string, to: string): Step<'gone'> => writeOnce(rename, { from, to }, 'gone');

async function stored() {
  return (await db.client.findMany({ orderBy: { clientId: 'asc' } })).map(({ clientId, tenant }) => [clientId, tenant]);
}

type Run = <R extends string>(steps: readonly Step<R>[]) => Promise<R | null>;

const undone = Symbol('undone');

/** Runs steps inside a transaction of Prisma, and undoes it after a refusal as callers do. */
async function runInside<R extends string>(steps: readonly Step<R>[]): Promise<R | null> {
  let refusal: R | null = null;
  try {
    await transaction(db, async (tx) => {
      await tx.client.count();
      refusal = await run(tx, steps);
      if (refusal !== null) throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return refusal;
}

const ways: Readonly<Record<string, Run>> = {
  'in their own transaction': (steps) => run(db, steps),
  "inside Prisma's transaction": runInside,
};

describe.each(Object.entries(ways))('steps %s', (_, runSteps) => {
  it('are kept together, and write what Prisma reads', async () => {
    expect(
      await runSteps([inserted('a', "it's @now ? $1"), [...inserted('b', 'old'), ...renamed('old', 'new')]]),
    ).toBeNull();
    expect(await db.client.findUnique({ where: { clientId: 'a' } })).toMatchObject(values('a', "it's @now ? $1"));
    expect(await stored()).toMatchObject([{}, ['b', 'new']]);
  });

  it('store what Prisma would store', async () => {
    await runSteps([inserted('a')]);
    const row = { ...values('b'), settings: '{}', agentState: 'pending' };
    await db.client.create({ data: row });
    const times = await db.$queryRaw<{ times: string }[]>`
      SELECT CAST("createdAt" AS TEXT) || CAST("updatedAt" AS TEXT) || CAST("enabled" AS TEXT) AS "times" FROM "Client"`;
    expect(new Set(times.map((one) => one.times)).size).toBe(1);
  });

  it('take one value in several places', async () => {
    expect(await runSteps([inserted('a'), writeOnce(copy, { clientId: 'a', enabled: true }, 'gone')])).toBeNull();
    expect(await stored()).toEqual([['a', 'aa']]);
  });

  it('may change no row, or many, if that means nothing', async () => {
    expect(await runSteps([inserted('a', 'x'), inserted('b', 'x'), write(rename, { from: 'x', to: 'y' })])).toBeNull();
    expect(await runSteps([write(rename, { from: 'nobody', to: 'x' })])).toBeNull();
    expect(await stored()).toEqual([
      ['a', 'y'],
      ['b', 'y'],
    ]);
  });

  it.each([
    ['no row', []],
    ['more than one', [inserted('b', 'old'), inserted('c', 'old')]],
  ])('are undone when one changes %s, and say what that means', async (_name, others) => {
    const steps = [
      inserted('a', 'first'),
      ...others,
      renamed('first', 'second'),
      writeOnce(rename, { from: 'old', to: 'x' }, 'taken'),
    ];
    expect(await runSteps<'gone' | 'taken'>([...steps, inserted('d')])).toBe('taken');
    expect(await stored()).toEqual([]);
    expect(await runSteps([inserted('a', 'old'), renamed('old', 'new')])).toBeNull();
  });

  it('are undone when one fails, and the error is that of the database', async () => {
    const error = await runSteps([inserted('a'), inserted('a'), renamed('nobody', 'x')]).catch((reason) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(await stored()).toEqual([]);
    expect(await runSteps([inserted('a')])).toBeNull();
  });

  it('are an error without one of their values', async () => {
    const { tenant: _tenant, ...others } = values('a');
    await expect(runSteps([write(insert, others)])).rejects.toThrow('tenant');
    expect(await runSteps([inserted('a')])).toBeNull();
  });

  it('let a conditional update succeed once among 40 at the same time (design: single use)', async () => {
    await run(db, [inserted('a', 'old')]);
    const results = await Promise.all(Array.from({ length: 40 }, () => runSteps([renamed('old', 'new')])));
    expect(results.filter((refusal) => refusal === null)).toHaveLength(1);
  });
});

describe('steps inside a transaction', () => {
  it('see its rows and end with it', async () => {
    const work = async (tx: Transaction) => {
      await tx.client.create({
        data: { ...values('a', 'old'), settings: '{}', agentState: 'pending' },
      });
      expect(await run(tx, [renamed('old', 'new')])).toBeNull();
      expect(await stored()).toEqual([]);
      throw undone;
    };
    await expect(transaction(db, work)).rejects.toBe(undone);
    expect(await stored()).toEqual([]);
  });
});

if (inject('database').dialect === 'postgresql') {
  describe('steps that wait for a row', () => {
    /** Holds a row until the steps that wait for it have ended. @returns their error */
    async function waitInVain(end: (backend: number) => Promise<unknown>, url: string) {
      await run(db, [inserted('b', 'old')]);
      const hasty = await openDatabase(url);
      const waiting = () => db.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      const failure = await transaction(db, async (tx) => {
        await tx.client.updateMany({ data: { enabled: false } });
        const outcome = run(hasty.db, [inserted('a'), renamed('old', 'new'), inserted('c')]).catch((error) => error);
        const findOne = async () => (await waiting())[0]?.pid ?? 0;
        await expect.poll(findOne).toBeGreaterThan(0);
        await end(await findOne());
        const error: unknown = await outcome;
        await expect.poll(waiting, { timeout: 5_000 }).toEqual([]);
        return error;
      });
      await hasty.close();
      return failure;
    }

    it.each<[string, (backend: number) => Promise<unknown>, string]>([
      ['the process waits no longer', async () => undefined, '?query_timeout=700'],
      ['its connection breaks', (pid) => db.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`, ''],
    ])('write nothing if %s', async (_, end, options) => {
      expect(isDatabaseUnavailable(await waitInVain(end, database.url + options))).toBe(true);
      expect(await stored()).toEqual([['b', 'old']]);
      expect(await run(db, [inserted('a'), renamed('old', 'new')])).toBeNull();
    });
  });
}

it('writes that return rows are no steps', () => {
  expect(() => defineWrite('DELETE FROM "Client" WHERE "name" = @name RETURNING "name"')).toThrow('RETURNING');
});
