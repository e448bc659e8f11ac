import { createId } from '#lib/crypto/random';
import { type PreparedWrite, updateRows, upsertRows } from '#lib/db/bulk';
import type { Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/statement';
import { batchesOf } from '#lib/vocabulary/batches';
import { summarize } from './summary';

/** Writes what tokens read of people, who are held, after a change of their memberships or assignments. */
export async function writeSummaries(tx: Transaction, subs: readonly string[]): Promise<void> {
  const select = { sub: true, expiresAt: true } as const;
  for (const batch of batchesOf(subs)) {
    const where = { sub: { in: batch } };
    const memberships = await tx.membership.findMany({ where, select: { ...select, groupId: true, source: true } });
    const assignments = await tx.assignment.findMany({ where, select: { ...select, target: true } });
    const [groups, targets] = [byPerson(memberships), byPerson(assignments)];
    await saveSummaries(
      tx,
      batch.map((sub) => ({ sub, access: summarize(groups.get(sub) ?? [], targets.get(sub) ?? []), takes: true })),
    );
  }
}

/** What tokens read of a person. */
type Summarized = { readonly sub: string; readonly access: string };

/** One that is known without reading. `takes`: something ends, or ends earlier, so the person may lose access. */
export type KnownSummary = Summarized & { readonly takes: boolean };

/** Writes summaries of people who are held. Nobody loses access by getting something. */
export async function saveSummaries(tx: Transaction, known: readonly KnownSummary[]): Promise<void> {
  const rows = known.map(({ sub, access }): Summarized => ({ sub, access }));
  await updateRows(tx.dialect, 'User', 'sub', rows)(tx);
  const losing = known.flatMap(({ sub, takes }) => (takes ? sub : []));
  await noteAccessChanges(tx.dialect, 'person', losing)(tx);
}

/** Remembers whose access may have changed, or of which clients, for the job that tells clients of lost access. */
export function noteAccessChanges(dialect: Dialect, kind: 'person' | 'client', keys: readonly string[]): PreparedWrite {
  const rows = keys.map((key) => ({ kind, key, stamp: createId(), after: '' }));
  return upsertRows(dialect, 'AccessChange', rows, { key: ['kind', 'key'] });
}

function byPerson<Row extends { readonly sub: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.sub);
    if (own === undefined) found.set(row.sub, [row]);
    else own.push(row);
  }
  return found;
}
