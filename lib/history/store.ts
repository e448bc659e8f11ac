import type { Actor } from '#lib/audit/event';
import { inOrder, insertRows, type PreparedWrite } from '#lib/db/bulk';
import type { Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import { batchesOf } from '#lib/vocabulary/batches';

/** A write of the configuration. */
export type Revision = {
  readonly number: number;
  readonly at: Date;
  readonly source: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly reason: string | null;
};

/** One entry before and after; null where it did not exist. */
export type EntryChange = {
  readonly section: string;
  readonly key: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

type NewRevision = Revision & { readonly actor: Actor };

/** Keeps a write of the configuration with what it changed, in its transaction. */
export async function addRevision(
  tx: Transaction,
  revision: NewRevision,
  changes: readonly EntryChange[],
): Promise<void> {
  await insertRevision(tx, revision);
  for (const batch of batchesOf(toRows(revision.number, changes))) {
    await tx.configurationChange.createMany({ data: batch });
  }
}

/** The same for a whole configuration, put together before the transaction. */
export function prepareRevision(
  dialect: Dialect,
  revision: NewRevision,
  changes: readonly EntryChange[],
): PreparedWrite {
  const insertChanges = insertRows(dialect, 'ConfigurationChange', toRows(revision.number, changes));
  return inOrder((tx) => insertRevision(tx, revision), insertChanges);
}

async function insertRevision(tx: Transaction, { actor, ...revision }: NewRevision): Promise<void> {
  const data = { ...revision, actorKind: actor.kind, actorId: actor.id, actorName: actor.name };
  await tx.configurationRevision.create({ data, select: { number: true } });
}

function toRows(number: number, changes: readonly EntryChange[]) {
  return changes.map(({ section, key, before, after }, position) => ({
    number,
    position,
    section,
    key,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }));
}
