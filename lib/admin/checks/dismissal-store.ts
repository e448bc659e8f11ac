import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';

/** A finding that an administrator does not want to see. */
export type Dismissal = {
  /** See keyOfCheck(). */
  readonly id: string;
  readonly note: string | null;
  readonly dismissedBy: string;
  readonly dismissedAt: Date;
  /** When the finding is shown again. Null for never. */
  readonly expiresAt: Date | null;
};

const select = { id: true, note: true, dismissedBy: true, dismissedAt: true, expiresAt: true } as const;

/** The dismissals that have not expired. */
export async function listDismissals(db: Database, now: Date): Promise<Dismissal[]> {
  return db.checkDismissal.findMany({ select, where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } });
}

/** Replaces existing dismissals of the same findings. */
export async function saveDismissals(tx: Transaction, dismissals: readonly Dismissal[]): Promise<void> {
  const rows = dismissals.map(
    ({ id, note, dismissedBy, dismissedAt, expiresAt }) =>
      sql`(${id}, ${note}, ${dismissedBy}, ${dismissedAt}, ${expiresAt})`,
  );
  await tx.$executeRaw`
    INSERT INTO "CheckDismissal" ("id", "note", "dismissedBy", "dismissedAt", "expiresAt") VALUES ${join(rows)}
    ON CONFLICT ("id") DO UPDATE SET
      "note" = excluded."note", "dismissedBy" = excluded."dismissedBy",
      "dismissedAt" = excluded."dismissedAt", "expiresAt" = excluded."expiresAt"`;
}

/** @returns how many were deleted */
export async function deleteDismissals(tx: Transaction, ids: readonly string[]): Promise<number> {
  return (await tx.checkDismissal.deleteMany({ where: { id: { in: [...ids] } } })).count;
}
