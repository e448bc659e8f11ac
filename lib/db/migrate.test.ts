import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { raceChildren } from '#lib/testing/child';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { diffFromDatabase } from '#lib/testing/schema-engine';
import { migrate, pendingMigrations } from './migrate';
import { listMigrations } from './migrations';

const now = new Date('2030-01-01T00:00:00.000Z');
const createPlants = 'CREATE TABLE "plant" ("id" INTEGER PRIMARY KEY)';
const createPots = 'CREATE TABLE "pot" ("plant" INTEGER REFERENCES "plant" ("id") ON DELETE CASCADE)';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signet-migrations-'));
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, sql: string): void {
  mkdirSync(join(folder, database.dialect, name), { recursive: true });
  writeFileSync(join(folder, database.dialect, name, 'migration.sql'), sql);
}

function rows(sql: string): Promise<Record<string, unknown>[]> {
  return database.session((session) => session.rows(sql));
}

describe('the migrations of this repository (design: data)', () => {
  it('reproduce the models', async () => {
    const migrated = await createTestDatabase();
    expect(await diffFromDatabase('.', migrated.url)).toBeNull();
    await migrated.close();
  });

  it('are the one that db:migration writes, until a release has it (decision 003)', async () => {
    const [initial, ...later] = listMigrations(join('prisma/migrations', database.dialect));
    if (later.length === 0) expect(initial?.sql).toBe(await diffFromDatabase('.', database.url));
  });

  it('are compared with the models by the check above', async () => {
    write('1_first', 'CREATE TABLE "RevokedToken" ("jti" TEXT NOT NULL PRIMARY KEY)');
    await migrate(database, folder, now);
    expect(await diffFromDatabase('.', database.url)).toContain('expiresAt');
  });
});

describe('migrate', () => {
  it('applies missing migrations, oldest first, and nothing twice (security #179)', async () => {
    write('1_plants', createPlants);
    write('2_pots', createPots);
    expect(await pendingMigrations(database, folder)).toEqual(['1_plants', '2_pots']);
    expect(await migrate(database, folder, now)).toEqual(['1_plants', '2_pots']);
    write('3_more', 'INSERT INTO "plant" VALUES (1); INSERT INTO "plant" VALUES (2);');
    expect(await pendingMigrations(database, folder)).toEqual(['3_more']);
    expect(await migrate(database, folder, now)).toEqual(['3_more']);
    expect(await migrate(database, folder, now)).toEqual([]);
    expect(await rows('SELECT "id" FROM "plant"')).toHaveLength(2);
  });

  it('records name and checksum where Prisma looks for them', async () => {
    write('1_plants', createPlants);
    await migrate(database, folder, now);
    const [record] = await rows('SELECT * FROM "_prisma_migrations"');
    expect(record).toMatchObject({
      migration_name: '1_plants',
      checksum: listMigrations(join(folder, database.dialect))[0]?.checksum,
      rolled_back_at: null,
      applied_steps_count: 1,
    });
    expect(new Date(String(record?.finished_at)).getTime() || record?.finished_at).toBe(now.getTime());
  });

  it('names an applied migration that was changed since', async () => {
    write('1_plants', createPlants);
    write('2_pots', createPots);
    await migrate(database, folder, now);
    write('2_pots', `${createPots};`);
    await expect(migrate(database, folder, now)).rejects.toThrow('2_pots was changed');
    await expect(pendingMigrations(database, folder)).rejects.toThrow('2_pots was changed');
  });

  it.each([
    ['has a migration older than the initial one', '1_init', '2_plants', createPlants],
    ['has an initial migration that was written differently', '1_init', '1_init', createPots],
  ])('leaves a database of an unreleased build alone: one that %s (decision 022)', async (_, before, name, sql) => {
    write(before, createPlants);
    await migrate(database, folder, now);
    const former = await rows('SELECT * FROM "_prisma_migrations"');
    rmSync(join(folder, database.dialect), { recursive: true });
    write(name, sql);
    write('3_more', 'CREATE TABLE "more" ("id" INTEGER PRIMARY KEY)');
    const unreleased = { code: 'unreleased_database', message: expect.stringContaining('upgrade check') };
    await expect(migrate(database, folder, now)).rejects.toMatchObject(unreleased);
    await expect(pendingMigrations(database, folder)).rejects.toMatchObject(unreleased);
    expect(await rows('SELECT * FROM "_prisma_migrations"')).toEqual(former);
    await expect(rows('SELECT * FROM "more"')).rejects.toThrow();
  });

  it('names a migration that another tool left unfinished', async () => {
    write('1_plants', createPlants);
    await migrate(database, folder, now);
    await rows('UPDATE "_prisma_migrations" SET "finished_at" = NULL');
    await expect(migrate(database, folder, now)).rejects.toThrow('1_plants was started');
  });

  it('undoes a failed migration completely (security #179)', async () => {
    write('1_plants', createPlants);
    write('2_broken', `${createPots}; INSERT INTO "nowhere" VALUES (1);`);
    await expect(migrate(database, folder, now)).rejects.toThrow('2_broken failed');
    expect(await pendingMigrations(database, folder)).toEqual(['2_broken']);
    write('2_broken', createPots);
    expect(await migrate(database, folder, now)).toEqual(['2_broken']);
  });

  it('ignores migrations of a newer release (security #179)', async () => {
    write('1_plants', createPlants);
    write('2_pots', createPots);
    await migrate(database, folder, now);
    rmSync(join(folder, database.dialect, '2_pots'), { recursive: true });
    expect(await migrate(database, folder, now)).toEqual([]);
  });

  it('keeps the rows that refer to a table which SQLite has to rebuild', async () => {
    write('1_plants', `${createPlants}; ${createPots}; INSERT INTO "plant" VALUES (1); INSERT INTO "pot" VALUES (1);`);
    const rebuild =
      'CREATE TABLE "new_plant" ("id" INTEGER PRIMARY KEY, "name" TEXT); ' +
      'INSERT INTO "new_plant" ("id") SELECT "id" FROM "plant"; DROP TABLE "plant"; ' +
      'ALTER TABLE "new_plant" RENAME TO "plant"';
    write('2_names', database.dialect === 'sqlite' ? rebuild : 'ALTER TABLE "plant" ADD COLUMN "name" TEXT');
    await migrate(database, folder, now);
    expect(await rows('SELECT "plant" FROM "pot"')).toHaveLength(1);
  });

  it('refuses a migration that leaves rows without their target', async () => {
    write('1_plants', `${createPlants}; ${createPots}`);
    write('2_bad', 'INSERT INTO "pot" VALUES (7)');
    await expect(migrate(database, folder, now)).rejects.toThrow('2_bad failed');
  });

  it('starts four processes at once on an empty database', async () => {
    write('1_plants', createPlants);
    write('2_pots', createPots);
    const child = [database.url, folder];
    const outputs = await raceChildren('lib/testing/children/migrate.ts', [child, child, child, child]);
    const applied = outputs.map((output): unknown => JSON.parse(output));
    expect(applied.flat()).toEqual(['1_plants', '2_pots']);
    expect(await pendingMigrations(database, folder)).toEqual([]);
  });
});
