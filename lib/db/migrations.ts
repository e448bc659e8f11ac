import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Migration = {
  /** The name of its folder: a timestamp and a word. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex, as Prisma computes it. */
  readonly checksum: string;
};

/**
 * The migrations of one dialect, oldest first.
 * @param folder contains a folder with a `migration.sql` for each migration
 * @throws if it does not exist: the paths of a release are relative to its folder
 */
export function listMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) throw new Error(`folder ${folder} not found; run this in the folder of the release`);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const content = readFileSync(join(folder, name, 'migration.sql'));
      return { name, sql: content.toString('utf8'), checksum: createHash('sha256').update(content).digest('hex') };
    });
}
