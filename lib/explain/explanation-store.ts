import type { Database, Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { hourOf, tally } from '#lib/usage/tally-events';
import { addHours } from '#lib/usage/usage-store';
import { batchesOf } from '#lib/vocabulary/batches';

/** An explanation record: equal refusals within one minute. */
export type ExplanationRow = {
  /** The reference of the first refusal. */
  readonly reference: string;
  /** A digest of everything that makes refusals equal. */
  readonly groupKey: string;
  readonly endpoint: string;
  readonly rule: string;
  readonly error: string;
  readonly description: string;
  readonly clientId: string | null;
  readonly network: string;
  /** JSON text of LimitedFacts. */
  readonly facts: string;
  readonly occurrences: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
};

/** Equal refusals that wait to be written, with the references of all except the first. */
export type WaitingExplanation = ExplanationRow & { readonly further?: readonly string[] };

/**
 * Adds refusals to their records in one transaction. Several processes may write to the same record. Each reference
 * then leads to its record.
 */
export async function saveExplanations(db: Database, rows: readonly WaitingExplanation[]): Promise<void> {
  // Always in the same order, so that processes that write the same records never deadlock.
  const ordered = rows.toSorted((a, b) => (a.groupKey < b.groupKey ? -1 : 1));
  await transaction(db, async (tx) => {
    const further = [];
    const added = [];
    for (const row of ordered) {
      const others = await saveExplanation(tx, row);
      further.push(...others);
      if (!others.some(({ reference }) => reference === row.reference)) added.push(row);
    }
    for (const data of batchesOf(further)) await tx.explanationReference.createMany({ data });
    await addHours(tx, tally(added.map(({ createdAt }) => ({ hour: hourOf(createdAt), metric: 'refused' }))));
  });
}

/** @returns the references that differ from the record's own */
async function saveExplanation(tx: Transaction, row: WaitingExplanation) {
  const [saved] = await tx.$queryRaw<{ reference: string }[]>`
      INSERT INTO "Explanation" ("reference", "groupKey", "endpoint", "rule", "error", "description", "clientId",
        "network", "facts", "occurrences", "createdAt", "lastSeenAt", "expiresAt")
      VALUES (${row.reference}, ${row.groupKey}, ${row.endpoint}, ${row.rule}, ${row.error}, ${row.description},
        ${row.clientId}, ${row.network}, ${row.facts}, ${row.occurrences}, ${row.createdAt}, ${row.lastSeenAt},
        ${row.expiresAt})
      ON CONFLICT ("groupKey") DO UPDATE SET
        "occurrences" = "Explanation"."occurrences" + excluded."occurrences",
        "lastSeenAt" = excluded."lastSeenAt"
      RETURNING "reference"`;
  if (saved === undefined) throw new Error('an explanation was not written');
  const { network, createdAt } = row;
  return [row.reference, ...(row.further ?? [])]
    .filter((reference) => reference !== saved.reference)
    .map((reference) => ({ reference, first: saved.reference, network, createdAt }));
}

/** The records of references, each with the reference that was asked for. Unknown and expired ones are left out. */
export async function listExplanationsOf(
  db: Database,
  references: readonly string[],
): Promise<Pick<ExplanationRow, 'reference' | 'rule' | 'facts' | 'clientId'>[]> {
  const select = { reference: true, rule: true, facts: true, clientId: true } as const;
  const where = { reference: { in: [...references] } };
  if (references.length === 0) return [];
  const own = await db.explanation.findMany({ select, where });
  const further = await db.explanationReference.findMany({
    select: { reference: true, explanation: { select } },
    where,
  });
  return [...own, ...further.map(({ reference, explanation }) => ({ ...explanation, reference }))];
}

/**
 * @returns the record for a reference, with this reference; null if there is none, or if it has expired and been
 * removed
 */
export async function findExplanation(db: Database, reference: string): Promise<ExplanationRow | null> {
  const own = await db.explanation.findUnique({ where: { reference } });
  if (own !== null) return own;
  const further = await db.explanationReference.findUnique({
    where: { reference },
    select: { explanation: true },
  });
  return further && { ...further.explanation, reference };
}
