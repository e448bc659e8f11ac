import type { Actor } from '#lib/audit/event';
import type { Database, Transaction } from '#lib/db/database';
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

/** Revisions with the number of entries each changed, the newest first; before a number when given. */
export async function listRevisions(
  db: Database | Transaction,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<(Revision & { readonly entries: number })[]> {
  const rows = await db.configurationRevision.findMany({
    where: before === null ? {} : { number: { lt: before } },
    orderBy: { number: 'desc' },
    take: limit,
    include: { _count: { select: { changes: true } } },
  });
  return rows.map(({ _count, ...row }) => ({ ...toRevision(row), entries: _count.changes }));
}

export async function findRevision(db: Database | Transaction, number: number): Promise<Revision | null> {
  const row = await db.configurationRevision.findUnique({ where: { number } });
  return row && toRevision(row);
}

/** What revisions after one number, up to another, changed: in the order in which it happened. */
export async function listChanges(
  db: Database | Transaction,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<(EntryChange & { readonly number: number })[]> {
  const rows = await db.configurationChange.findMany({
    where: { number: { gt: after, lte: upTo } },
    orderBy: [{ number: 'asc' }, { position: 'asc' }],
  });
  return rows.map((row) => ({ ...row, before: readEntry(row.before), after: readEntry(row.after) }));
}

/** The revisions that changed one entry, the newest first. */
export async function listEntryRevisions(
  db: Database | Transaction,
  { section, key, limit }: { readonly section: string; readonly key: string; readonly limit: number },
): Promise<Revision[]> {
  const rows = await db.configurationChange.findMany({
    where: { section, key },
    orderBy: { number: 'desc' },
    take: limit,
    select: { revision: true },
  });
  return rows.map(({ revision }) => toRevision(revision));
}

type Row = Omit<Revision, 'actor'> & { actorKind: string; actorId: string | null; actorName: string | null };

function toRevision({ number, at, source, reason, actorKind, actorId, actorName }: Row): Revision {
  return { number, at, source, reason, actor: { kind: actorKind, id: actorId, name: actorName } };
}

function readEntry(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  const entry: unknown = JSON.parse(text);
  return typeof entry === 'object' && entry !== null ? { ...entry } : null;
}
