import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startPostgres } from '#lib/testing/postgres';
import { findPostgresBinaries } from '#lib/testing/postgres-binaries';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { testSecret } from '#lib/testing/running-server';
import { temporaryFolder } from '../../lib/testing/temporary-folder.mjs';

/** An empty installation: a folder and a database without tables. */
export type Installation = {
  readonly folder: string;
  readonly databaseUrl: string;
  /** Copies the database into a file while servers use it. */
  readonly backUp: (file: string) => Promise<void>;
  /** Fills the empty database from such a file. */
  readonly restore: (file: string) => Promise<void>;
  /** Runs the command line with the settings of the installation. */
  readonly signet: (...words: string[]) => Promise<Run>;
  readonly remove: () => Promise<void>;
};

/** The output and the exit code of a program. */
export type Run = { readonly code: number; readonly out: string; readonly err: string };

export type Dialect = 'sqlite' | 'postgresql';

export const dialects: readonly Dialect[] = ['sqlite', 'postgresql'];

/** Creates the installation. For PostgreSQL it has its own database server. */
export function createInstallation(dialect: Dialect, issuer: string): Promise<Installation> {
  return dialect === 'sqlite' ? onSqlite(issuer) : onPostgres(issuer);
}

async function onSqlite(issuer: string): Promise<Installation> {
  const folder = createFolder();
  const file = join(folder, 'signet.db');
  const signet = commandLine(`file:${file}`, issuer);
  return {
    folder,
    databaseUrl: `file:${file}`,
    backUp: async (target) => succeeded(await signet('backup', target)),
    restore: async (source) => cpSync(source, file),
    signet,
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

async function onPostgres(issuer: string): Promise<Installation> {
  const folder = createFolder();
  const server = await startPostgres({ fsync: true });
  const database = await createPostgresDatabase(server.url, 'signet');
  const { url } = database;
  return {
    folder,
    databaseUrl: url,
    backUp: async (file) =>
      succeeded(await run(findProgram('pg_dump'), ['--format=custom', `--file=${file}`, url], {})),
    restore: async (file) =>
      succeeded(
        await run(
          findProgram('pg_restore'),
          ['--exit-on-error', '--no-owner', '--no-acl', `--dbname=${url}`, file],
          {},
        ),
      ),
    signet: commandLine(url, issuer),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function createFolder(): string {
  return mkdtempSync(join(temporaryFolder, 'restore-'));
}

function commandLine(databaseUrl: string, issuer: string): Installation['signet'] {
  const env = { SIGNET_ISSUER: issuer, SIGNET_SECRET: testSecret, DATABASE_URL: databaseUrl };
  return (...words) => run(process.execPath, ['dist/signet.js', ...words], env);
}

function run(program: string, list: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  const inherited: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH: process.env.PATH ?? '' };
  const options = { env: { ...inherited, ...env }, maxBuffer: 2 ** 28 };
  return new Promise((resolve) => {
    const child = execFile(program, list, options, (_, out, err) => resolve({ code: child.exitCode ?? 1, out, err }));
  });
}

/** @throws with the output of the program if it failed */
export function succeeded({ code, err }: Run): void {
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
}

/** A PostgreSQL client program from the folder of the proof's server. @throws with the package to install */
function findProgram(name: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), findPostgresBinaries(temporaryFolder, {})];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`${name} is missing: install PostgreSQL's client (Debian: postgresql-client)`);
  return found;
}
