import type { Database, Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';

/** An explanation record: what is known of equal refusals of one minute. */
export type ExplanationRow = {
  readonly reference: string;
  readonly groupKey: string;
  readonly endpoint: string;
  readonly rule: string;
  readonly error: string;
  readonly description: string;
  readonly clientId: string | null;
  readonly network: string;
  /** JSON text of KeptFacts. */
  readonly facts: string;
  readonly occurrences: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
};

/**
 * Adds refusals to their records in one transaction: several processes may write the same record. A row of another
 * group under the same reference is left as it is.
 */
export async function saveExplanations(db: Database, rows: readonly ExplanationRow[]): Promise<void> {
  // In one order, so that processes that write the same records wait for each other and never both.
  const ordered = rows.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  await transaction(db, async (tx) => {
    for (const row of ordered) await saveExplanation(tx, row);
  });
}

async function saveExplanation(tx: Transaction, row: ExplanationRow): Promise<void> {
  await tx.$executeRaw`
      INSERT INTO "Explanation" ("reference", "groupKey", "endpoint", "rule", "error", "description", "clientId",
        "network", "facts", "occurrences", "createdAt", "lastSeenAt", "expiresAt")
      VALUES (${row.reference}, ${row.groupKey}, ${row.endpoint}, ${row.rule}, ${row.error}, ${row.description},
        ${row.clientId}, ${row.network}, ${row.facts}, ${row.occurrences}, ${row.createdAt}, ${row.lastSeenAt},
        ${row.expiresAt})
      ON CONFLICT ("reference") DO UPDATE SET
        "occurrences" = "Explanation"."occurrences" + excluded."occurrences",
        "lastSeenAt" = excluded."lastSeenAt"
      WHERE "Explanation"."groupKey" = excluded."groupKey"`;
}

/** @returns null when there is none, or it has expired and been removed */
export async function findExplanation(db: Database, reference: string): Promise<ExplanationRow | null> {
  return db.explanation.findUnique({ where: { reference } });
}
