import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const neededBytes = 2 ** 31;

/**
 * The folder for the databases of the tests. It is in memory on a Linux with enough space there, because SQLite waits
 * for the disk at each commit. Data that a killed process has written survives there too. The folder is removed when
 * this process ends.
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
