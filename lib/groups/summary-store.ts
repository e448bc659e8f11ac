import { updateRows } from '#lib/db/bulk';
import type { Transaction } from '#lib/db/database';
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
    const rows = batch.map((sub) => ({ sub, access: summarize(groups.get(sub) ?? [], targets.get(sub) ?? []) }));
    await updateRows(tx.dialect, 'User', 'sub', rows)(tx);
  }
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
