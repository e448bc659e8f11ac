import type { Database } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { saveScopeUses } from './scope-use-store';
import type { ScopeUseTally } from './scope-use-tally';

/**
 * Writes the uses that this process saw since the last time: a few statements, regardless of the number.
 * @throws what the database throws; what was not written is written the next time
 */
export async function writeScopeUses(db: Database, tally: ScopeUseTally): Promise<void> {
  const uses = tally.take();
  try {
    for (const batch of batchesOf(uses)) await saveScopeUses(db, batch);
  } catch (error) {
    tally.putBack(uses);
    throw error;
  }
}
