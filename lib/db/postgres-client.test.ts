import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { type Standby, startStandby } from '#lib/testing/standby';
import { openDatabase } from './open';
import type { OpenDatabase } from './open-database';
import { run } from './run';
import { defineStatement, defineWrite } from './statement';
import { write } from './step';
import { isDatabaseUnavailable, transaction } from './transaction';

let standby: Standby;

beforeAll(async () => {
  standby = await startStandby();
});

afterAll(() => standby.close());

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Everything that needs a connection: Prisma, a transaction, a prepared statement, the migration runner. */
const askers: Readonly<Record<string, (open: OpenDatabase) => Promise<unknown>>> = {
  'a statement of Prisma': ({ db }) => db.revision.findMany(),
  'a transaction': ({ db }) => transaction(db, (tx) => tx.revision.findMany()),
  'a prepared statement': ({ db }) => db.prepared.rows(find, {}),
  'a session': (open) => open.session((session) => session.rows('SELECT 1')),
};
const find = defineStatement('SELECT "number" FROM "Revision"', (row) => row.number);

describe('servers that are all read-only', () => {
  it.each(Object.keys(askers))('refuse %s with the reasons, and the request answers 503', async (name) => {
    const open = await openDatabase(`postgresql://u@127.0.0.1:1,127.0.0.1:${standby.port}/db`);
    const error = await caught(askers[name]?.(open) ?? Promise.resolve());
    await open.close();
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(String(error)).toContain(`127.0.0.1:${standby.port}: it is read-only`);
    expect(String(error)).toContain('127.0.0.1:1: connect ECONNREFUSED');
  });

  it('count as one server if target_session_attrs says so', async () => {
    const open = await openDatabase(`postgresql://u@127.0.0.1:${standby.port}/db?target_session_attrs=read-write`);
    const error = await caught(open.db.revision.findMany());
    await open.close();
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});

if (inject('database').dialect === 'postgresql') {
  describe('several servers', () => {
    let database: TestDatabase;
    let open: OpenDatabase;

    beforeAll(async () => {
      database = await createTestDatabase();
      const before = `127.0.0.1:1,127.0.0.1:${standby.port}`;
      open = await openDatabase(database.url.replace(/(:\/\/(?:[^@/]*@)?)/, `$1${before},`));
      await open.db.revision.create({ data: { id: 1, number: 0 } });
    });

    afterAll(async () => {
      await open.close();
      await database.close();
    });

    it.each(Object.keys(askers))('give %s the one that takes writes', async (name) => {
      const asked = standby.connections();
      expect(await askers[name]?.(open)).toHaveLength(1);
      if (name === 'a session') expect(standby.connections()).toBeGreaterThan(asked);
    });

    const increment = { where: { id: 1 }, data: { number: { increment: 1 } } };
    const text = 'UPDATE "Revision" SET "number" = "number" + @by';
    const statement = defineStatement(text, () => null);
    const step = write(defineWrite(text), { by: 1 });
    const readOnly = 'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY';
    const readOnlyPrepared = defineStatement(readOnly, () => null);
    it.each<[string, () => Promise<unknown>]>([
      ['a statement of Prisma', () => open.db.revision.update(increment)],
      ['a transaction', () => transaction(open.db, (tx) => tx.revision.update(increment))],
      ['a prepared statement', () => open.db.prepared.rows(statement, { by: 1 })],
      ['prepared steps', () => run(open.db, [step])],
    ])(
      'drop a connection when its server becomes read-only: %s answers 503 once, then continues',
      async (_name, send) => {
        // Makes the only idle connection of each pool read-only, as a demotion does.
        await open.db.$executeRawUnsafe(readOnly);
        await open.db.prepared.rows(readOnlyPrepared, {});
        const error = await caught(send());
        expect(isDatabaseUnavailable(error)).toBe(true);
        expect(String(error)).toContain('read-only transaction');
        expect(await caught(send())).toBeNull();
      },
    );
  });
}
