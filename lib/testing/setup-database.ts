import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { readClock } from '#lib/http/clock';
import type { DatabaseSource } from './database-source';
import { checkPlans } from './plans/check-plans';
import { checkSpared } from './plans/check-spared';
import { startPostgres } from './postgres';
import { connected } from './postgres-connection';
import { createPostgresDatabase, dropPostgresDatabases } from './postgres-database';
import { readState } from './spare-databases';

declare module 'vitest' {
  interface ProvidedContext {
    database: DatabaseSource;
    /** The file that gets the statements that the product sends. */
    statements: string;
  }
}

/**
 * Vitest's global setup: prepares a migrated template in the project's dialect. At the end it looks at the plan of every
 * statement that the product sent, and removes everything.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { source, remove } = project.name === 'postgresql' ? await preparePostgres() : await prepareSqlite();
  project.provide('database', source);
  const folder = mkdtempSync(join(tmpdir(), 'signet-statements-'));
  const statements = join(folder, 'statements.jsonl');
  project.provide('statements', statements);
  return async () => {
    try {
      await checkPlans(source, statements);
      if (project.name === 'postgresql' && process.env.SIGNET_TEST_ALL === '1') checkSpared(statements);
    } catch (error) {
      // Vitest prints what a teardown throws, and ends with success.
      process.exitCode = 1;
      throw error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await remove();
    }
  };
}

type Prepared = { readonly source: DatabaseSource; remove(): Promise<void> };

async function prepareSqlite(): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-sqlite-'));
  const template = join(folder, 'template.db');
  await migrateTemplate(`file:${template}`);
  return {
    source: { dialect: 'sqlite', prefix: 'test', folder, template },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function preparePostgres(): Promise<Prepared> {
  const server = await startPostgres();
  const prefix = `signet_test_${process.pid}`;
  const template = `${prefix}_template`;
  const { url } = await createPostgresDatabase(server.url, template);
  await migrateTemplate(url);
  const { rows } = await connected(url, (client) => client.query<{ state: string }>(readState));
  const state = rows[0]?.state ?? '';
  return {
    source: { dialect: 'postgresql', prefix, serverUrl: server.url, template, state },
    async remove() {
      await dropPostgresDatabases(server.url, prefix);
      await server.stop();
    },
  };
}

async function migrateTemplate(url: string): Promise<void> {
  const open = await openDatabase(url);
  await migrate(open, 'prisma/migrations', readClock());
  await open.close();
}
