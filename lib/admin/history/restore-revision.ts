import { recordEvents } from '#lib/audit/store';
import { findRevision } from '#lib/config/revisions/store';
import { changesBackTo } from '#lib/config/revisions/undo';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { planEntries, saveEntries } from '../configuration/save-entries';

/** An entry that going back would change. */
export type RestoreLine = {
  readonly section: string;
  readonly key: string;
  readonly kind: 'create' | 'update' | 'delete';
};

/** What going back to a revision would change, or why the configuration of then cannot stand today. */
export async function planRestore(
  admin: AdminContext,
  number: number,
): Promise<{ readonly lines: readonly RestoreLine[]; readonly problem: string | null }> {
  try {
    const { changes } = await planEntries(admin, await changesBackTo(admin.db, number));
    return { lines: changes.map(({ section, key, kind }) => ({ section, key, kind })), problem: null };
  } catch (error) {
    if (isAdminError(error)) return { lines: [], problem: error.message };
    throw error;
  }
}

/**
 * Makes the configuration what it was right after a revision. That is a revision of its own, so it can be undone too.
 * @throws AdminError `not_found`, or `invalid` when what was then cannot stand today
 */
export async function restoreRevision(admin: AdminContext, number: number, reason: string | null): Promise<void> {
  const { db, now } = admin;
  if ((await findRevision(db, number)) === null) throw new AdminError('not_found', 'There is no such revision');
  const edits = await changesBackTo(db, number);
  await saveEntries(admin, edits, reason ?? `Restored revision ${number}`);
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const target = { kind: 'revision', id: String(number), name: null };
  await recordEvents(
    db,
    [{ type: 'configuration.restored', outcome: 'success', actor, target, address, requestId }],
    now,
  );
}
