import type { Database } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { takeUses } from './note-use';
import { saveUses } from './use-store';

/**
 * Writes the uses since the last call.
 * @throws what the database throws. Unwritten uses are recorded again in an hour
 */
export async function writeUses(db: Database): Promise<void> {
  for (const batch of batchesOf(takeUses(db))) await saveUses(db, batch);
}
