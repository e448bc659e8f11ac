import type { Transaction } from '#lib/db/database';
import { removeDependents } from '#lib/db/removal';
import type { Dialect } from '#lib/db/statement';
import { removeAssignmentsOf } from '#lib/groups/assignment-store';
import { batchesOf } from '#lib/vocabulary/batches';
import { deleteClientRows, emptyClients, lockClients } from './client-store';

/** A deletion removes at most this many rows that belonged to its clients. A job removes the rest in slices. */
const removedAtOnce = 300;

type Deletion = { readonly dialect: Dialect; readonly now: Date };

/**
 * Deletes clients with all of their grants. If there are too many rows for one transaction, the clients lose everything
 * that they could be used with, and are as good as none until continueRemovals() has removed the rest.
 */
export async function deleteClients(
  tx: Transaction,
  clientIds: readonly string[],
  { dialect, now }: Deletion,
): Promise<void> {
  let left = removedAtOnce;
  for (const ids of batchesOf(clientIds)) {
    await lockClients(tx, dialect, ids);
    const limit = Math.max(left, 1);
    const count = await removeClientRows(tx, { names: ids, dialect, limit, now });
    left -= count;
    if (count < limit) await deleteClientRows(tx, ids);
    else await emptyClients(tx, ids, now);
  }
}

/**
 * Removes at most `limit` rows that belong to deleted clients. Who was assigned to them no longer is.
 * @returns how many; fewer than the limit if none is left
 */
export async function removeClientRows(
  tx: Transaction,
  { names, limit, ...how }: Deletion & { readonly names: readonly string[]; readonly limit: number },
): Promise<number> {
  const ended = await removeAssignmentsOf(tx, { clientId: { in: [...names] } }, limit);
  if (ended >= limit) return ended;
  return ended + (await removeDependents(tx, 'client', { names, limit: limit - ended, ...how }));
}
