import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { behaviorChanges } from './changes';
import { readRowWork } from './describe-migration';
import { migrationWords } from './migration-words';

const migrations = readdirSync('prisma/migrations/sqlite')
  .filter((name) => /^\d/.test(name))
  .map((name) => name.replace(/^\d+_/, ''));

describe('the words of an upgrade', () => {
  it('describe every migration, and no other', () => {
    expect(Object.keys(migrationWords).sort()).toEqual([...migrations].sort());
    for (const words of Object.values(migrationWords)) expect(words).toMatch(/^[A-Z].*\.$/);
  });

  it('name migrations that exist, oldest first', () => {
    const places = behaviorChanges.map(({ since }) => migrations.indexOf(since));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
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
