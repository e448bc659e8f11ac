import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An earlier release with its production build. */
export type FormerRelease = {
  readonly folder: string;
  readonly commit: string;
  /** The names of its migrations. */
  readonly migrations: readonly string[];
  readonly remove: () => void;
};

/** On a disk: the packages and the build take more than a gigabyte, and the other folders of a proof may be in memory. */
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

/** The last commit that lacks the newest migration: the release before this one, as far as the database knows. */
export function formerCommit(): string {
  const newest = migrationsOf('.').at(-1) ?? '';
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `${folderOfMigrations}/${newest}`)
    .split('\n')
    .at(-1);
  if (!added)
    throw new Error(`the history of this clone does not reach the migration ${newest}: git fetch --unshallow`);
  return git('rev-parse', '--short', `${added}^`);
}

/** Takes a commit out of the history into a temporary folder, installs its packages and builds it. */
export async function buildFormerRelease(commit: string): Promise<FormerRelease> {
  const folder = mkdtempSync(join(onDisk, 'signet-former-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const archive = spawn('git', ['archive', commit], { stdio: ['ignore', 'pipe', 'inherit'] });
  const unpack = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] });
  const [code] = await once(unpack, 'exit');
  if (code !== 0 || !existsSync(join(folder, 'package.json'))) throw new Error(`git archive ${commit} failed`);
  const build = spawn(process.execPath, ['lib/cli/prepare.mjs', 'build'], { cwd: folder, stdio: 'inherit' });
  const [built] = await once(build, 'exit');
  if (built !== 0) throw new Error(`the build of ${commit} failed`);
  return { folder, commit, migrations: migrationsOf(folder), remove };
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' }).trim();
}
