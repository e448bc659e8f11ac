import type { Database } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { putBackUses, takeUses } from './note-use';
import { saveUses } from './use-store';

/**
 * Writes the uses since the last call.
 * @throws what the database throws. All uses are written the next time
 */
export async function writeUses(db: Database): Promise<void> {
  const uses = takeUses(db);
  try {
    for (const batch of batchesOf(uses)) await saveUses(db, batch);
  } catch (error) {
    putBackUses(db, uses);
    throw error;
  }
}
