import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary SQLite database, which `drop` deletes. */
export async function createTemporaryFile(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'signet-bench-'));
  return { url: `file:${join(folder, 'signet.db')}`, drop: () => rm(folder, { recursive: true, force: true }) };
}
