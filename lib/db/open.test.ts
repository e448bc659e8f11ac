import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { raceChildren } from '#lib/testing/child';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { dialectOf, openDatabase } from './open';
import { transaction } from './transaction';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.db.revision.deleteMany();
});

afterAll(async () => {
  await database.close();
});

async function number(id: number): Promise<number | undefined> {
  return (await database.db.revision.findUnique({ where: { id } }))?.number;
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}

/** A promise and the function that resolves it. */
function gate(): { passed: Promise<void>; pass: () => void } {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { passed, pass };
}

describe('dialectOf', () => {
  it.each([
    ['file:./data/signet.db', 'sqlite'],
    ['postgresql://localhost/signet', 'postgresql'],
    ['postgres://localhost/signet', 'postgresql'],
  ])('%s is %s', (url, dialect) => {
    expect(dialectOf(url)).toBe(dialect);
  });

  it('refuses another engine', () => {
    expect(() => dialectOf('mysql://localhost/signet')).toThrow('DATABASE_URL');
  });
});

describe('openDatabase', () => {
  it('keeps outside statements out of a transaction', async () => {
    const inside = gate();
    const finish = gate();
    const undone = transaction(database.db, async (tx) => {
      await tx.revision.create({ data: { id: 1, number: 1 } });
      inside.pass();
      await finish.passed;
      throw new Error('undo');
    });
    await inside.passed;
    expect(await number(1)).toBeUndefined();
    const outside = database.db.revision.create({ data: { id: 2, number: 2 } });
    finish.pass();
    await expect(undone).rejects.toThrow('undo');
    await outside;
    expect(await number(1)).toBeUndefined();
    expect(await number(2)).toBe(2);
  });

  it('undoes a failed transaction and stays usable', async () => {
    await expect(
      transaction(database.db, async (tx) => {
        await tx.revision.create({ data: { id: 1, number: 1 } });
        await tx.revision.create({ data: { id: 1, number: 2 } });
      }),
    ).rejects.toMatchObject({ code: 'P2002' });
    await transaction(database.db, (tx) => tx.revision.create({ data: { id: 1, number: 3 } }));
    expect(await number(1)).toBe(3);
  });

  it('refuses a row that refers to nothing', async () => {
    const orphan = { id: 'x', clientId: 'nobody', position: 0, hash: 'x', createdAt: new Date(0) };
    await expect(database.db.clientSecret.create({ data: orphan })).rejects.toMatchObject({ code: 'P2003' });
  });

  it('refuses an undefined filter instead of matching any row, or deleting all (security #150)', async () => {
    await expect(
      // @ts-expect-error: the type refuses it as well
      database.db.revision.findFirst({ where: { number: undefined } }),
    ).rejects.toThrow('undefined');
    await expect(
      // @ts-expect-error: the type refuses it as well
      database.db.revision.deleteMany({ where: { number: undefined } }),
    ).rejects.toThrow('undefined');
  });

  it('keeps times to the millisecond, and compares them as times', async () => {
    const expiresAt = new Date('2030-01-01T00:00:00.123Z');
    await database.db.revokedToken.create({ data: { jti: 'a', expiresAt } });
    expect(await database.db.revokedToken.findUnique({ where: { jti: 'a' } })).toEqual({ jti: 'a', expiresAt });
    const before = { expiresAt: { lt: new Date(expiresAt.getTime() + 1) } };
    expect(await database.db.revokedToken.count({ where: before })).toBe(1);
    expect(await database.db.revokedToken.count({ where: { expiresAt: { lt: expiresAt } } })).toBe(0);
  });

  it('lets a conditional update succeed once among 40 at the same time (design: single use)', async () => {
    await database.db.revision.create({ data: { id: 1, number: 0 } });
    const attempts = Array.from({ length: 40 }, () =>
      transaction(database.db, (tx) =>
        tx.revision.updateMany({ where: { id: 1, number: 0 }, data: { number: { increment: 1 } } }),
      ),
    );
    const counts = (await Promise.all(attempts)).map(({ count }) => count);
    expect(counts.filter((count) => count === 1)).toHaveLength(1);
    expect(await number(1)).toBe(1);
  });

  it('is written by three processes at once without a failure or a lost update (design: data)', async () => {
    await database.db.revision.createMany({
      data: [
        { id: 1, number: 0 },
        { id: 2, number: 0 },
      ],
    });
    const child = [database.url, '20'];
    await raceChildren('lib/testing/children/write.ts', [child, child, child]);
    expect(await number(2)).toBe(60);
    // PostgreSQL runs read-then-write at read committed, where the conditional update of a loser changes nothing.
    if (database.dialect === 'sqlite') expect(await number(1)).toBe(60);
  });
});

// Tests for one engine are not declared for the other, because a skipped test counts as a failure.
if (inject('database').dialect === 'sqlite') {
  describe('a SQLite file', () => {
    it('is written through a log, synchronized at each commit and checked for references', async () => {
      expect(await database.db.$queryRaw`PRAGMA journal_mode`).toEqual([{ journal_mode: 'wal' }]);
      expect(await database.db.$queryRaw`PRAGMA synchronous`).toEqual([{ synchronous: 2n }]);
      expect(await database.db.$queryRaw`PRAGMA foreign_keys`).toEqual([{ foreign_keys: 1n }]);
    });

    it('is created with its folder', async () => {
      const url = `${database.url}-folder/inner/new.db`;
      const open = await openDatabase(url);
      await open.session((session) => session.script('CREATE TABLE "t" ("id" INTEGER)'));
      await open.close();
    });

    it('and its other files are created for their owner only, regardless of the umask', async () => {
      const file = `${database.url.replace('file:', '')}-private.db`;
      const before = process.umask(0);
      const open = await openDatabase(`file:${file}`).finally(() => process.umask(before));
      await open.session((session) => session.script('CREATE TABLE "t" ("id" INTEGER)'));
      await open.exclusively(async () => {
        for (const end of ['', '-wal', '-shm', '-lock']) expect(modeOf(file + end)).toBe(0o600);
      });
      await open.close();
    });

    it('keeps the permissions that an operator gave it, for its log too', async () => {
      const file = `${database.url.replace('file:', '')}-shared.db`;
      writeFileSync(file, '');
      chmodSync(file, 0o640);
      const open = await openDatabase(`file:${file}`);
      await open.session((session) => session.script('CREATE TABLE "t" ("id" INTEGER)'));
      for (const end of ['', '-wal', '-shm']) expect(modeOf(file + end)).toBe(0o640);
      await open.close();
    });

    it('does not block the process while another connection holds the write lock', async () => {
      const held = gate();
      const finish = gate();
      const holding = database.session(async (session) => {
        await session.script('BEGIN IMMEDIATE');
        held.pass();
        await finish.passed;
        await session.script('COMMIT');
      });
      await held.passed;
      const write = database.db.revision.create({ data: { id: 1, number: 1 } });
      expect(await number(1)).toBeUndefined();
      finish.pass();
      await holding;
      await write;
      expect(await number(1)).toBe(1);
    });
  });
}

if (inject('database').dialect === 'postgresql') {
  describe('a PostgreSQL pool', () => {
    const backends = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

    it('survives the loss of every connection', async () => {
      await database.db.revision.create({ data: { id: 1, number: 1 } });
      const killed = await database.session((session) =>
        session.rows(`SELECT pg_terminate_backend(pid) FROM (${backends}) AS others`),
      );
      expect(killed.length).toBeGreaterThan(0);
      await expect.poll(() => number(1).catch(() => 'lost'), { timeout: 30_000 }).toBe(1);
    });

    it('prepares each statement once per connection', async () => {
      for (let id = 1; id <= 5; id += 1) await number(id);
      const rows = await database.db.$queryRaw<{ name: string }[]>`
        SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT%'
      `;
      expect(rows.filter(({ name }) => name.startsWith('signet_'))).toHaveLength(1);
    });
  });
}
