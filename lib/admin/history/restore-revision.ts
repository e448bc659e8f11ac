import { recordEvents } from '#lib/audit/event-store';
import { countChanges, lastRevisionNumber } from '#lib/audit/revision-store';
import type { ApplyReport } from '#lib/config/apply';
import { type ToldMark, tellMark } from '#lib/config/impact/describe-mark';
import { readImpact } from '#lib/config/impact/read-impact';
import { changesBackTo } from '#lib/config/revisions/undo';
import type { Transaction } from '#lib/db/database';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { inSentences } from '../configuration/find-problem';
import { planEntries, saveEntries } from '../configuration/save-entries';
import { entryPath } from '../entries/admin-sections';
import { describeChange, type RevisionChange, type RevisionLine, readHistory, requireRevision } from './read';

/** An entry that would change when a revision is restored. */
type RestoredEntry = RevisionChange & {
  /** The effects on what is in use. */
  readonly risks: readonly ToldMark[];
};

export type RestorePlan = {
  readonly entries: readonly RestoredEntry[];
  /** Why the earlier configuration is no longer valid. */
  readonly problem: string | null;
  /** The number of entries that would change. If there are too many to plan, the number of all changes since. */
  readonly changes: number;
  /** The newest revision that the plan takes into account. */
  readonly latest: number;
};

/** Planning more changes than this takes too long for a page. The page then shows only their number. */
const plannedChanges = 500;

/**
 * What restoring a revision would change, or why the earlier configuration is no longer valid.
 * @returns only the number of changes, without entries, if there are too many to plan
 */
export async function planRestore(admin: AdminContext, number: number): Promise<RestorePlan> {
  const latest = await lastRevisionNumber(admin.db);
  const later = await countChanges(admin.db, number);
  if (later > plannedChanges) return { entries: [], problem: null, changes: later, latest };
  const edits = await changesBackTo(admin.db, number);
  try {
    const { changes } = await planEntries(admin, edits);
    const impact = await readImpact(admin.db, changes, admin.now);
    const entries = changes.map((change) => ({
      ...describeChange(change),
      href: change.before && entryPath(change),
      risks: (impact.get(change) ?? []).map(tellMark),
    }));
    return { entries, problem: null, changes: changes.length, latest };
  } catch (error) {
    if (isAdminError(error)) return { entries: [], problem: inSentences(error, edits), changes: 0, latest };
    throw error;
  }
}

/** The number of later revisions that the page lists. */
const listedRevisions = 50;

/** The revisions after this one, newest first, whose changes restoring it takes back. */
export async function listLater(
  { db }: Pick<AdminContext, 'db'>,
  number: number,
): Promise<{ readonly revisions: readonly RevisionLine[]; readonly more: boolean }> {
  const { revisions } = await readHistory({ db }, null, listedRevisions + 1);
  const later = revisions.filter((revision) => revision.number > number);
  return { revisions: later.slice(0, listedRevisions), more: later.length > listedRevisions };
}

/**
 * Restores the configuration of a revision. This creates a new revision, so it can be undone too.
 * @param seen the newest revision that the administrator knew of; null if it does not matter
 * @throws AdminError `not_found`; `invalid` if the earlier state is no longer valid; `changed_meanwhile` if there was
 * another change in the meantime, which would be undone without review
 */
export async function restoreRevision(
  admin: AdminContext,
  number: number,
  seen: number | null = null,
): Promise<ApplyReport> {
  const { db } = admin;
  await requireRevision(db, number);
  const known = seen ?? (await lastRevisionNumber(db));
  const edits = await changesBackTo(db, number);
  const alongside = async (tx: Transaction) => {
    if ((await lastRevisionNumber(tx)) !== known) {
      throw new AdminError('changed_meanwhile', 'The configuration changed. Review what restoring would change now.');
    }
    await recordRestore(tx, admin, number);
  };
  const because = { ...admin, reason: admin.reason ?? `Restored revision ${number}` };
  return saveEntries(because, edits, { alongside });
}

async function recordRestore(tx: Transaction, admin: AdminContext, number: number): Promise<void> {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  const target = { kind: 'revision', id: String(number), name: null };
  const event = { type: 'configuration.restored', outcome: 'success', actor, target, address, requestId } as const;
  await recordEvents(tx, [{ ...event, details: { ...(reason && { reason }) } }], admin.now);
}
