import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database';
import { findBadPlans } from './check-plans';
import { exceptions } from './exceptions';
import { heardTexts } from './record-texts';

const { dialect } = inject('database');
const place = dialect === 'sqlite' ? '?' : '$1';

const findBad = (text: string) => findBadPlans(inject('database'), [text]);

describe('a statement that reads a large part of a table that grows', () => {
  it.each([
    ['a scan', `SELECT "sub" FROM "User" WHERE "claims" = ${place}`],
    ['a scan with a limit beside a condition', `SELECT "sub" FROM "User" WHERE "claims" = ${place} LIMIT 10`],
    ['an index on what most rows have', `SELECT "claims" FROM "User" WHERE "enabled" = true`],
    ['the grants of a popular client', `UPDATE "Grant" SET "revokedAt" = NULL WHERE "clientId" = ${place}`],
    ['what is younger than a time', `SELECT "scope" FROM "Grant" WHERE "expiresAt" > ${place}`],
    ['an index in order, sorted again', `SELECT "sub" FROM "User" WHERE "enabled" = true ORDER BY "claims" LIMIT 10`],
  ])('is found: %s', async (_, text) => {
    expect(await findBad(text)).toHaveLength(1);
  });

  it.each([
    ['by its key', `SELECT "claims" FROM "User" WHERE "sub" = ${place}`],
    ['by a person', `SELECT "scope" FROM "Grant" WHERE "sub" = ${place} AND "revokedAt" IS NULL`],
    ['a table of the configuration', `SELECT "settings" FROM "Client"`],
  ])('is not %s', async (_, text) => {
    expect(await findBad(text)).toEqual([]);
  });

  if (dialect === 'sqlite') {
    it('is found where SQLite takes an index on a flag for half of a sign-in', async () => {
      const text = `SELECT "sub" FROM "User" WHERE "canonicalUsername" = @username
        OR ("canonicalEmail" = @email AND "emailVerified" = true AND "enabled" = true) LIMIT 20`;
      expect(await findBad(text)).toEqual([expect.stringContaining('User_enabled_usernameKey_idx (enabled=?)')]);
    });

    it.each([
      ['by a client again', `AND "clientId" IN (?)`, 1],
      ['by its key alone', '', 0],
    ])('is one that changes a slice and finds it %s', async (_, again, count) => {
      const text = `UPDATE "Grant" SET "revokedAt" = COALESCE("revokedAt", ?)
        WHERE "id" IN (SELECT "id" FROM "Grant" WHERE "clientId" IN (?) LIMIT ?) ${again} RETURNING "id"`;
      expect(await findBad(text)).toHaveLength(count);
    });

    it('is not a page of an index', async () => {
      const page = `SELECT "sub" FROM "User" WHERE "enabled" = true ORDER BY "usernameKey" LIMIT 50`;
      expect(await findBad(page)).toEqual([]);
    });
  }

  it('is not excused by two reasons that say the same', () => {
    expect(new Set(exceptions.map(({ reason }) => reason)).size).toBe(exceptions.length);
  });
});

describe('the statements that are looked at', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  it('are those of the product, and not those of a test', async () => {
    const { findUserBySub } = await import('#lib/users/user-store');
    const { db } = database;
    await findUserBySub(db, 'nobody');
    await db.user.findMany({ where: { claims: 'of the test' } });
    const texts = heardTexts();
    expect(texts.some((text) => /User.*passwordCarries.*WHERE.*User[`"]?\.[`"]?sub/.test(text))).toBe(true);
    expect(texts.some((text) => /WHERE.*User[`"]?\.[`"]?claims[`"]? = /.test(text))).toBe(false);
  });
});
