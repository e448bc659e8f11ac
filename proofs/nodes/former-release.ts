import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** An earlier release with its production build. */
export type FormerRelease = {
  readonly folder: string;
  readonly commit: string;
  /** The names of its migrations. */
  readonly migrations: readonly string[];
  readonly remove: () => void;
};

/**
 * The packages and the build need more than a gigabyte, so they are on the disk. Other folders of a proof may be in
 * memory.
 */
const onDisk = tmpdir();
const folderOfMigrations = 'prisma/migrations/postgresql';

/** The names of the migrations of a checkout, oldest first. */
export function migrationsOf(folder: string): string[] {
  const entries = readdirSync(join(folder, folderOfMigrations), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/**
 * The commits before each migration after the initial one, newest first. As far as the database is concerned, each one
 * is the release before that migration.
 * @throws if the clone is too shallow
 */
function* formerCommits(): Generator<string> {
  for (const migration of migrationsOf('.').slice(1).toReversed()) {
    const added = git('log', '--diff-filter=A', '--format=%H', '--', `${folderOfMigrations}/${migration}`)
      .split('\n')
      .at(-1);
    if (!added)
      throw new Error(`the history of this clone does not reach the migration ${migration}: git fetch --unshallow`);
    yield git('rev-parse', '--short', `${added}^`);
  }
}

/** This checkout, which is built already. */
export function thisRelease(folder = process.cwd()): FormerRelease {
  return { folder, commit: folder, migrations: migrationsOf(folder), remove: () => undefined };
}

/** Whether the history has a release that a later migration changes. */
export function hasFormerRelease(): boolean {
  return migrationsOf('.').length > 1;
}

/**
 * Checks out a commit into a temporary folder, installs its packages and builds it.
 * @param commit by default the last one without the newest migration, or an earlier one if that commit does not build
 */
export async function buildFormerRelease(commit?: string): Promise<FormerRelease> {
  const folder = mkdtempSync(join(onDisk, 'signet-former-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const unpacked = await unpackFirst(commit === undefined ? formerCommits() : [commit], folder);
  const built = spawn(process.execPath, ['lib/cli/prepare.mjs', 'build'], { cwd: folder, stdio: 'inherit' });
  const [code] = await once(built, 'exit');
  if (code !== 0) throw new Error(`the build of ${unpacked} failed`);
  return { folder, commit: unpacked, migrations: migrationsOf(folder), remove };
}

/** Unpacks the first commit whose imports all exist. */
async function unpackFirst(commits: Iterable<string>, folder: string): Promise<string> {
  for (const commit of commits) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const archive = spawn('git', ['archive', commit], { stdio: ['ignore', 'pipe', 'inherit'] });
    const unpack = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] });
    const [code] = await once(unpack, 'exit');
    if (code !== 0 || !existsSync(join(folder, 'package.json'))) throw new Error(`git archive ${commit} failed`);
    if (await hasItsFiles(folder)) return commit;
  }
  throw new Error('no commit before a migration has all files that it imports');
}

/** Bundles the program without packages and generated files, because they do not exist yet. */
async function hasItsFiles(folder: string): Promise<boolean> {
  const bundle = build({
    absWorkingDir: folder,
    entryPoints: ['lib/cli/signet.ts'],
    bundle: true,
    write: false,
    outdir: 'dist',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'generated',
        setup: ({ onResolve }) => onResolve({ filter: /generated\// }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  return bundle.then(
    () => true,
    () => false,
  );
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' }).trim();
}
