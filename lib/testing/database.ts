import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createId } from '#lib/crypto/random';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { tellTestsApart } from './plans/record-texts';
import { createPostgresDatabase } from './postgres-database';
import { takeDatabase } from './spare-databases';

export type TestDatabase = OpenDatabase & { readonly url: string };

/** The location of one database. */
type DatabasePlace = { readonly url: string; drop(): Promise<void> };

/**
 * A new database with all migrations, in the dialect of the Vitest project that runs the test. `close()` also deletes
 * or empties it. Anything else that a test leaves behind is removed when the run ends.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return open(await createPlace({ migrated: true }));
}

/** Like `createTestDatabase`, but without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return open(await createPlace({ migrated: false }));
}

async function open(place: DatabasePlace): Promise<TestDatabase> {
  const database = await openDatabase(place.url);
  tellTestsApart(database.db);
  return {
    ...database,
    url: place.url,
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

async function createPlace({ migrated }: { migrated: boolean }): Promise<DatabasePlace> {
  const source = inject('database');
  const name = `${source.prefix}_${createId().replace(/\W/g, '_').toLowerCase()}`;
  if (source.dialect === 'postgresql') {
    const create = () => createPostgresDatabase(source.serverUrl, name, migrated ? source.template : undefined);
    return migrated ? takeDatabase(create, source.state) : create();
  }
  const file = join(source.folder, `${name}.db`);
  if (migrated) copyFileSync(source.template, file);
  return {
    url: `file:${file}`,
    async drop() {
      for (const end of ['', '-wal', '-shm', '-lock']) rmSync(file + end, { force: true });
    },
  };
}
