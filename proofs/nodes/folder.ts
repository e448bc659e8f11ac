import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from '#lib/testing/postgres';

export type Folder = { readonly path: string; readonly remove: () => void };

/** A temporary folder of the account that runs PostgreSQL. It is deleted when this process ends, or earlier. */
export function publicFolder(name: string): Folder {
  const path = mkdtempSync(join(tmpdir(), `signet-${name}-`));
  const { uid, gid } = serverUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  return { path, remove };
}
