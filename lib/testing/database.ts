import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createId } from '#lib/crypto/random';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { tellTestsApart } from './plans/record-texts';
import { createPostgresDatabase, type PostgresDatabase } from './postgres-database';
import { emptyPostgres, emptySqlite, type Spare, takeDatabase } from './spare-databases';

export type TestDatabase = OpenDatabase & { readonly url: string };
export type FillableDatabase = TestDatabase & Pick<Spare, 'save' | 'fill'>;

/**
 * A new database with all migrations, in the dialect of the Vitest project that runs the test. `close()` also deletes
 * or empties it. Anything else that a test leaves behind is removed when the run ends.
 */
export function createTestDatabase(): Promise<FillableDatabase> {
  return takeDatabase(async () => {
    const { url, drop } = await createPlace({ migrated: true });
    const open = await openDatabase(url);
    tellTestsApart(open.db);
    const source = inject('database');
    const { close, ...rows } = source.dialect === 'sqlite' ? emptySqlite(url, open) : emptyPostgres(open, source.state);
    return {
      url,
      open,
      ...rows,
      async discard() {
        close();
        await open.close();
        await drop();
      },
    };
  });
}

/** Like `createTestDatabase`, but without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createPlace({ migrated: false });
  const open = await openDatabase(url);
  tellTestsApart(open.db);
  return {
    ...open,
    url,
    async close() {
      await open.close();
      await drop();
    },
  };
}

async function createPlace({ migrated }: { migrated: boolean }): Promise<PostgresDatabase> {
  const source = inject('database');
  const name = `${source.prefix}_${createId().replace(/\W/g, '_').toLowerCase()}`;
  if (source.dialect === 'postgresql') {
    return createPostgresDatabase(source.serverUrl, name, migrated ? source.template : undefined);
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
