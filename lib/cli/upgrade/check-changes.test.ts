import { describe, expect, it } from 'vitest';
import { listMigrations } from '#lib/db/migrations';
import { behaviorChanges } from './check-changes';
import { purposeOf, readRowWork } from './describe-migration';

describe('the words of an upgrade', () => {
  const [, ...later] = listMigrations('prisma/migrations/sqlite');
  const names = later.map(({ name }) => name.replace(/^\d+_/, ''));

  it('begin every migration after the initial one (decision 022)', () => {
    expect(later.filter(({ sql }) => purposeOf(sql) === null)).toEqual([]);
  });

  it('name migrations after the initial one, oldest first', () => {
    const places = behaviorChanges.map(({ since }) => names.indexOf(since));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each([
    ['-- Stores pictures of clients.\n\n-- CreateTable\nCREATE TABLE "A" ("x" TEXT);', 'Stores pictures of clients.'],
    ['-- Ends what waits.\n', 'Ends what waits.'],
    ['-- CreateTable\nCREATE TABLE "A" ("x" TEXT);', null],
    ['CREATE TABLE "A" ("x" TEXT);\n-- Stores pictures of clients.\n', null],
    ['', null],
  ])('are read from %j', (sql, expected) => {
    expect(purposeOf(sql)).toBe(expected);
  });
});

describe('readRowWork', () => {
  it.each([
    ['ALTER TABLE "Client" ADD COLUMN "x" TEXT;', [], [], []],
    [
      'CREATE TABLE "new_Client" ("x" TEXT); DROP TABLE "Client"; ALTER TABLE "new_Client" RENAME TO "Client";',
      ['Client'],
      [],
      [],
    ],
    ['ALTER TABLE "Client" ALTER COLUMN "x" SET DATA TYPE TEXT;', ['Client'], [], []],
    ['UPDATE "User" SET "x" = 1;\nDELETE FROM "Consent";', [], ['User'], ['Consent']],
    ['DROP TABLE "Former";', [], [], ['Former']],
    ['-- UPDATE "User" SET "x" = 1;\nCREATE INDEX "i" ON "User"("x");', [], [], []],
  ])('reads %s', (sql, rewritten, changed, deleted) => {
    expect(readRowWork(sql)).toEqual({ rewritten, changed, deleted });
  });
});
