import type { Transaction } from '#lib/db/database';
import { removeDependents, startRemovals } from '#lib/db/removal';
import type { Dialect } from '#lib/db/statement';
import { deleteUserRows } from '#lib/users/user-store';
import { batchesOf } from '#lib/vocabulary/batches';
import { createNotices } from './logout-notice-store';
import { endSessionsOf, forgetProofs } from './session-store';

/**
 * A deletion of a few people removes at most this many rows that belonged to them. A job removes the rest in slices, and
 * everything that belonged to more people: on SQLite, others wait until the deletion is written.
 */
const removedAtOnce = 300;
const few = 10;

/**
 * Deletes people with their sessions, grants, tokens and consents, and notifies the clients of the sessions. Nothing that
 * remains counts without its person. If there are too many rows for one transaction, continueRemovals() removes the rest,
 * and nobody gets one of these subs until then.
 */
export async function deleteUsers(
  tx: Transaction,
  subs: readonly string[],
  { dialect, now }: { readonly dialect: Dialect; readonly now: Date },
): Promise<void> {
  let left = subs.length > few ? 1 : removedAtOnce;
  for (const names of batchesOf(subs)) {
    // The accounts come first. Who signs in or is issued something meanwhile holds them, or their session.
    await deleteUserRows(tx, names);
    await createNotices(tx, await endSessionsOf(tx, names, now), now);
    await forgetProofs(tx, names);
    const limit = Math.max(left, 1);
    const count = await removeDependents(tx, 'user', { names, dialect, limit, now });
    left -= count;
    if (count >= limit) await startRemovals(tx, 'user', names, now);
  }
}
