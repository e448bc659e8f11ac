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
      batch.map((sub) => ({ sub, access: summarize(groups.get(sub) ?? [], targets.get(sub) ?? []) })),
    );
  }
}

/** What tokens read of a person. */
export type Summarized = { readonly sub: string; readonly access: string };

/** Writes summaries that are known without reading, of people who are held. */
export async function saveSummaries(tx: Transaction, rows: readonly Summarized[]): Promise<void> {
  await updateRows(tx.dialect, 'User', 'sub', rows)(tx);
  await noteAccessChanges(
    tx.dialect,
    'person',
    rows.map(({ sub }) => sub),
  )(tx);
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
