import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const neededBytes = 2 ** 31;

/**
 * Where the tests keep their databases: in memory on a Linux that has room there, because SQLite waits for the disk at
 * each commit. What a killed process has written survives it there too. It is removed when this process ends.
 */
export const temporaryFolder = mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), 'signet-test-'));

// PostgreSQL runs as another user.
chmodSync(temporaryFolder, 0o711);
process.once('exit', () => rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 }));

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
