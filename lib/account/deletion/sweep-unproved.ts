import { recordEvents } from '#lib/audit/event-store';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { listUnprovedAccounts, lockUnprovedAccount, userSlices } from '#lib/users/user-list-store';
import { dayMs } from '#lib/vocabulary/time';

/** In milliseconds, after the last sign-in. */
const keptMs = 7 * dayMs;

/**
 * Deletes accounts that people created and that never had a verified address, 7 days after the last sign-in. This is
 * only for installations that can send mail. There, every new account has a verified address, and people with older
 * accounts can verify theirs.
 * @returns the number of deleted accounts; the caller wakes the job of logout notices
 */
export async function sweepUnproved(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  let total = 0;
  for await (const slice of userSlices(db)) {
    for (const account of await listUnprovedAccounts(db, before, slice)) {
      if (signal?.aborted) return total;
      total += (await sweepAccount(db, account, { before, now })) ? 1 : 0;
    }
    if (signal?.aborted) return total;
  }
  return total;
}

async function sweepAccount(
  db: Database,
  { sub, username }: { readonly sub: string; readonly username: string },
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await lockUnprovedAccount(tx, sub, before))) return false;
    await deleteUsers(tx, [sub], { dialect: db.prepared.dialect, now });
    const event = {
      type: 'user.deleted',
      outcome: 'success',
      actor: { kind: 'retention', id: null, name: null },
      target: { kind: 'user', id: sub, name: username },
      details: { reason: 'address_not_proved' },
    } as const;
    await recordEvents(tx, [event], now);
    return true;
  });
}
