import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { openDatabase } from './open';
import type { OpenDatabase } from './open-database';
import { defineStatement } from './statement';

describe('a server whose transactions are serializable', () => {
  let database: TestDatabase;
  let open: OpenDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    open = await openDatabase(`${database.url}?options=-c%20default_transaction_isolation%3Dserializable`);
    await open.db.revision.create({ data: { id: 1, number: 0 } });
  });

  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const increment = defineStatement('UPDATE "Revision" SET "number" = "number" + @by WHERE "id" = 1', () => null);

  it.each<[string, () => Promise<unknown>]>([
    ['a statement of Prisma', () => open.db.revision.update({ where: { id: 1 }, data: { number: { increment: 1 } } })],
    ['raw SQL', () => open.db.$executeRaw`UPDATE "Revision" SET "number" = "number" + 1 WHERE "id" = 1`],
    ['a prepared statement', () => open.db.prepared.rows(increment, { by: 1 })],
  ])('undoes %s that conflicted with another one, and runs it again', async (_name, send) => {
    const number = async () => (await open.db.revision.findUniqueOrThrow({ where: { id: 1 } })).number;
    const before = await number();
    // The first one locks the row until the second one waits for it.
    await database.session(async (session) => {
      await session.script('BEGIN; UPDATE "Revision" SET "number" = "number" + 1 WHERE "id" = 1');
      const sent = Promise.allSettled([send()]);
      await expect
        .poll(() =>
          database.session((other) =>
            other.rows(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
            AND datname = current_database()`),
          ),
        )
        .toHaveLength(1);
      await session.script('COMMIT');
      expect(await sent).toEqual([expect.objectContaining({ status: 'fulfilled' })]);
    });
    expect(await number()).toBe(before + 2);
  });
});
