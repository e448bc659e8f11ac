import type { Actor } from '#lib/audit/event';
import type { Transaction } from '#lib/db/database';
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

/** Keeps a write of the configuration with what it changed, in its transaction. */
export async function addRevision(
  tx: Transaction,
  { actor, ...revision }: Revision & { readonly actor: Actor },
  changes: readonly EntryChange[],
): Promise<void> {
  const data = { ...revision, actorKind: actor.kind, actorId: actor.id, actorName: actor.name };
  await tx.configurationRevision.create({ data, select: { number: true } });
  const rows = changes.map(({ section, key, before, after }, position) => ({
    number: revision.number,
    position,
    section,
    key,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }));
  for (const batch of batchesOf(rows)) await tx.configurationChange.createMany({ data: batch });
}
