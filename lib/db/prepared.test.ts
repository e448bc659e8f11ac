import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { flag, text, textOrNull, time, timeOrNull } from './read-column';
import { defineStatement, type Statement } from './statement';
import { isUniqueViolation, transaction } from './transaction';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.db.client.deleteMany();
  await database.db.clientSecret.deleteMany();
});

afterAll(async () => {
  await database.close();
});

const at = new Date('2026-03-29T01:30:00.120Z');
const wholeSecond = new Date('9999-12-31T00:00:00Z');

const insert = defineStatement(
  `INSERT INTO "Client" ("clientId", "settings", "tenant", "enabled", "selfRegistered", "agentState", "createdAt", "updatedAt")
  VALUES (@clientId, '{}', @tenant, @enabled, @selfRegistered, 'pending', @createdAt, @updatedAt)`,
  () => null,
);
const find = defineStatement(`SELECT * FROM "Client" WHERE "clientId" = @name OR "tenant" = @name`, (row) => ({
  clientId: text(row, 'clientId'),
  tenant: textOrNull(row, 'tenant'),
  enabled: flag(row, 'enabled'),
  selfRegistered: flag(row, 'selfRegistered'),
  createdAt: time(row, 'createdAt'),
  updatedAt: timeOrNull(row, 'updatedAt'),
}));

const values = (clientId: string, tenant: string | null = null) => ({
  clientId,
  tenant,
  enabled: true,
  selfRegistered: false,
  createdAt: at,
  updatedAt: wholeSecond,
});

async function names(): Promise<string[]> {
  return (await database.db.client.findMany({ orderBy: { clientId: 'asc' } })).map(({ clientId }) => clientId);
}

describe('a prepared statement', () => {
  it('writes what Prisma reads', async () => {
    await database.db.prepared.rows(insert, values('a', "it's"));
    expect(await database.db.client.findUnique({ where: { clientId: 'a' } })).toMatchObject(values('a', "it's"));
  });

  it('reads values that Prisma wrote, in any time zone', async () => {
    const row = { ...values('a'), settings: '{}', agentState: 'pending' };
    await database.db.client.create({ data: row });
    expect(await database.db.prepared.rows(find, { name: 'a' })).toEqual([values('a')]);
  });

  it('finds times that Prisma wrote by their order', async () => {
    const later = defineStatement(`SELECT "clientId" FROM "Client" WHERE "createdAt" > @time`, (row) =>
      text(row, 'clientId'),
    );
    await database.db.client.create({
      data: { ...values('a'), settings: '{}', agentState: 'pending' },
    });
    expect(await database.db.prepared.rows(later, { time: new Date(at.getTime() - 1) })).toEqual(['a']);
    expect(await database.db.prepared.rows(later, { time: at })).toEqual([]);
  });

  it('accepts one value in several places', async () => {
    await database.db.prepared.rows(insert, values('a'));
    await database.db.prepared.rows(insert, values('b', 'a'));
    expect(await database.db.prepared.rows(find, { name: 'a' })).toHaveLength(2);
  });

  it('is an error without one of its values', async () => {
    await expect(database.db.prepared.rows(find, {})).rejects.toThrow('name');
  });

  it.each<[string, Statement]>([
    ['text', defineStatement(`SELECT "tenant" FROM "Client"`, (row) => text(row, 'tenant'))],
    ['a time', defineStatement(`SELECT "tenant" FROM "Client"`, (row) => time(row, 'tenant'))],
    ['a truth value', defineStatement(`SELECT "clientId" FROM "Client"`, (row) => flag(row, 'clientId'))],
    ['a column', defineStatement(`SELECT "clientId" FROM "Client"`, (row) => textOrNull(row, 'tenant'))],
  ])('is an error when %s is read and does not exist', async (_, statement) => {
    await database.db.prepared.rows(insert, values('a'));
    await expect(database.db.prepared.rows(statement, {})).rejects.toThrow('the column');
  });

  it('reports a second row with the same key like Prisma', async () => {
    await database.db.prepared.rows(insert, values('a'));
    const error = await database.db.prepared.rows(insert, values('a')).catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
  });

  it('is not part of an open transaction of Prisma', async () => {
    await transaction(database.db, async (tx) => {
      await tx.client.create({ data: { ...values('a'), settings: '{}', agentState: 'pending' } });
      expect(await database.db.prepared.rows(find, { name: 'a' })).toEqual([]);
    });
    expect(await database.db.prepared.rows(find, { name: 'a' })).toHaveLength(1);
  });
});

describe('a prepared statement with many callers at once', () => {
  const insertOne = defineStatement(
    `INSERT INTO "ClientSecret" ("id", "clientId", "position", "hash", "createdAt", "expiresAt")
    VALUES (@id, @clientId, 0, @hash, @createdAt, @expiresAt)`,
    () => null,
    { id: 'TEXT', clientId: 'TEXT', hash: 'TEXT', createdAt: 'TIMESTAMP', expiresAt: 'TIMESTAMP' },
  );
  const named = defineStatement(
    `SELECT "id", "createdAt", "expiresAt" FROM "ClientSecret" WHERE "hash" = @hash AND "createdAt" < @now`,
    (row) => ({ id: text(row, 'id'), createdAt: time(row, 'createdAt'), expiresAt: timeOrNull(row, 'expiresAt') }),
    { hash: 'TEXT', now: 'TIMESTAMP' },
  );
  const later = new Date(at.getTime() + 1);
  const row = (id: string, hash: string) => ({ id, clientId: 'a', hash, createdAt: at, expiresAt: null });

  beforeEach(() => database.db.prepared.rows(insert, values('a')));

  it('gives each caller its own rows: none, one or several', async () => {
    const hostile = `{"it's",NULL,\\}`;
    for (const one of [row('1', hostile), row('2', 'b'), row('3', 'b')])
      await database.db.prepared.rows(insertOne, one);
    const asked = [
      { hash: 'nobody', now: later },
      { hash: hostile, now: later },
      { hash: 'b', now: later },
      { hash: 'b', now: at },
    ];
    const answers = await Promise.all(asked.map((one) => database.db.prepared.rows(named, one)));
    expect(answers.map((rows) => rows.map(({ id }) => id).sort())).toEqual([[], ['1'], ['2', '3'], []]);
    expect(answers[1]).toEqual([{ id: '1', createdAt: at, expiresAt: null }]);
  });

  it('writes what each of 250 callers wants', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => ({
      ...row(`${index}`, `"${index}',`),
      expiresAt: wholeSecond,
    }));
    await Promise.all(rows.map((one) => database.db.prepared.rows(insertOne, one)));
    const stored = await database.db.clientSecret.findMany({
      omit: { position: true, description: true, ending: true },
    });
    const byId = (list: readonly { readonly id: string }[]) => new Map(list.map((one) => [one.id, one]));
    expect(byId(stored)).toEqual(byId(rows));
  });

  it('fails only for the caller whose value is refused', async () => {
    const rows = ['1', '2', '2', '3'].map((id) => row(id, id));
    const results = await Promise.allSettled(rows.map((one) => database.db.prepared.rows(insertOne, one)));
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed.map(({ reason }) => isUniqueViolation(reason))).toEqual([true]);
    expect(results.map(({ status }) => status)).toMatchObject({ 0: 'fulfilled', 3: 'fulfilled' });
    expect((await database.db.clientSecret.findMany()).map(({ id }) => id).sort()).toEqual(['1', '2', '3']);
  });
});

if (inject('database').dialect === 'sqlite') {
  describe('on a SQLite file', () => {
    it('a write waits without blocking the process while another connection holds the lock', async () => {
      let written: Promise<unknown> = Promise.resolve();
      await database.session(async (session) => {
        await session.script('BEGIN IMMEDIATE');
        written = database.db.prepared.rows(insert, values('a'));
        // The timer fires, so the write does not wait inside SQLite.
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(await database.db.prepared.rows(find, { name: 'a' })).toEqual([]);
        await session.script('COMMIT');
      });
      await written;
      expect(await names()).toEqual(['a']);
    });

    it('the process knows that it cannot write after the disk failed once, and reads go on (decision 004)', async () => {
      const { fdatasync } = fs;
      const fail = (_: number, done: (error: Error) => void) => done(Object.assign(new Error('EIO'), { code: 'EIO' }));
      Object.assign(fs, { fdatasync: fail });
      syncBuiltinESMExports();
      const failed = await openDatabase(database.url);
      Object.assign(fs, { fdatasync });
      syncBuiltinESMExports();
      const { prepared } = failed.db;
      expect(prepared.verifyWritable).not.toThrow();
      for (const name of ['a', 'b']) await expect(prepared.rows(insert, values(name))).rejects.toThrow('EIO');
      expect(prepared.verifyWritable).toThrow('until you restart the server');
      expect(await prepared.rows(find, { name: 'c' })).toEqual([]);
      await failed.close();
    });
  });
}
