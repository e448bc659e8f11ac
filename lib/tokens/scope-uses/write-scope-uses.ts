import type { Database } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { saveScopeUses } from './scope-use-store';
import type { ScopeUseTally } from './scope-use-tally';

/**
 * Writes the uses of this process since the last time. It needs a few statements, regardless of their number.
 * @throws what the database throws; the remaining uses are written the next time
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
