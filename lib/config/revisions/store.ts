import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import type { EntryChange, Revision } from '#lib/history/store';
import { storedJsonOr } from '#lib/vocabulary/stored';

export type { EntryChange, Revision };

/** Revisions with the number of entries each changed, the newest first; before a number when given. */
export async function listRevisions(
  db: Database | Transaction,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<(Revision & { readonly entries: number })[]> {
  const rows = await db.configurationRevision.findMany({
    where: before === null ? {} : { number: { lt: before } },
    orderBy: { number: 'desc' },
    take: limit,
  });
  const counts = await db.configurationChange.groupBy({
    by: ['number'],
    where: { number: { in: rows.map(({ number }) => number) } },
    _count: true,
  });
  const entries = new Map(counts.map(({ number, _count }) => [number, _count]));
  return rows.map((row) => ({ ...toRevision(row), entries: entries.get(row.number) ?? 0 }));
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

/** How many changes came after a revision. */
export async function countChanges(db: Database | Transaction, after: number): Promise<number> {
  return db.configurationChange.count({ where: { number: { gt: after } } });
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

const storedEntry = z.record(z.string(), z.unknown());

/** An entry that cannot be read has a key that none has, so that it is never restored. */
function readEntry(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  return storedJsonOr(storedEntry, text, { unreadable: true });
}
