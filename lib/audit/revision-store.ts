import { z } from 'zod';
import { inOrder, insertRows, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/statement';
import { batchesOf } from '#lib/vocabulary/batches';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { Actor } from './event';

/** A write of the configuration. */
export type Revision = {
  readonly number: number;
  readonly at: Date;
  readonly source: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly reason: string | null;
};

/** One entry before and after the change. Null if it did not exist. */
type EntryChange = {
  readonly section: string;
  readonly key: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

type NewRevision = Revision & { readonly actor: Actor };

/** The number of the newest revision. 0 before the first one. */
export async function lastRevisionNumber(db: Database | Transaction): Promise<number> {
  // Prisma's maximum reads every row.
  const last = await db.configurationRevision.findFirst({ orderBy: { number: 'desc' }, select: { number: true } });
  return last?.number ?? 0;
}

/**
 * Records a write of the configuration and its changes, in its transaction. The transaction must have begun with
 * bumpRevision(), which orders the writers, so numbers are consecutive.
 * @returns its number
 */
export async function addRevision(
  tx: Transaction,
  revision: Omit<NewRevision, 'number'>,
  changes: readonly EntryChange[],
): Promise<number> {
  const number = (await lastRevisionNumber(tx)) + 1;
  await insertRevision(tx, { ...revision, number });
  for (const batch of batchesOf(toRows(number, changes))) await tx.configurationChange.createMany({ data: batch });
  return number;
}

/** The same for a whole configuration, prepared before the transaction under the next number. */
export function prepareRevision(
  dialect: Dialect,
  revision: NewRevision,
  changes: readonly EntryChange[],
): PreparedWrite {
  return inOrder((tx) => insertRevision(tx, revision), prepareEntryChanges(dialect, revision.number, changes));
}

/** Adds changes to a revision. @param changes with their places, unless they are all of its changes */
export function prepareEntryChanges(
  dialect: Dialect,
  number: number,
  changes: readonly (EntryChange & { readonly position?: number })[],
): PreparedWrite {
  return insertRows(dialect, 'ConfigurationChange', toRows(number, changes));
}

async function insertRevision(tx: Transaction, { actor, ...revision }: NewRevision): Promise<void> {
  const data = { ...revision, actorKind: actor.kind, actorId: actor.id, actorName: actor.name };
  await tx.configurationRevision.create({ data, select: { number: true } });
}

function toRows(number: number, changes: readonly (EntryChange & { readonly position?: number })[]) {
  return changes.map(({ section, key, before, after, position }, index) => ({
    number,
    position: position ?? index,
    section,
    key,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }));
}

export function countRevisions(db: Database): Promise<number> {
  return db.configurationRevision.count();
}

type Side = {
  readonly before: number | null;
  /** Instead, revisions after this number, oldest first. */
  readonly after?: number;
  readonly limit: number;
};

/**
 * Revisions with the number of changed entries in each section, newest first.
 * With `before`, only earlier ones.
 */
export async function listRevisions(
  db: Database | Transaction,
  { before, after, limit }: Side,
): Promise<(Revision & { readonly entries: ReadonlyMap<string, number> })[]> {
  const rows = await db.configurationRevision.findMany({
    where: { number: { ...(before !== null && { lt: before }), ...(after !== undefined && { gt: after }) } },
    orderBy: { number: after === undefined ? 'desc' : 'asc' },
    take: limit,
  });
  const counts = await db.configurationChange.groupBy({
    by: ['number', 'section'],
    where: { number: { in: rows.map(({ number }) => number) } },
    // Without an order, PostgreSQL may answer the same question in another one.
    orderBy: [{ number: 'asc' }, { section: 'asc' }],
    _count: true,
  });
  return rows.map((row) => {
    const own = counts.filter(({ number }) => number === row.number);
    return { ...toRevision(row), entries: new Map(own.map(({ section, _count }) => [section, _count])) };
  });
}

export async function findRevision(db: Database | Transaction, number: number): Promise<Revision | null> {
  const row = await db.configurationRevision.findUnique({ where: { number } });
  return row && toRevision(row);
}

/** An entry before and after a change, with the revision of the change. */
export type RecordedChange = EntryChange & { readonly number: number };

/** The changes of all revisions after a number, in order. */
export function listChangesAfter(db: Database | Transaction, number: number): Promise<RecordedChange[]> {
  return findChanges(db, { gt: number });
}

/** The changes of these revisions. */
export function listChangesOf(db: Database | Transaction, numbers: readonly number[]): Promise<RecordedChange[]> {
  return findChanges(db, { in: [...numbers] });
}

async function findChanges(
  db: Database | Transaction,
  number: { gt: number } | { in: number[] },
): Promise<RecordedChange[]> {
  const orderBy = [{ number: 'asc' as const }, { position: 'asc' as const }];
  const rows = await db.configurationChange.findMany({ where: { number }, orderBy });
  return rows.map(toChange);
}

function toChange(row: { before: string | null; after: string | null } & Omit<RecordedChange, 'before' | 'after'>) {
  return { ...row, before: readEntry(row.before), after: readEntry(row.after) };
}

/** The number of changes after a revision. */
export async function countChanges(db: Database | Transaction, after: number): Promise<number> {
  return db.configurationChange.count({ where: { number: { gt: after } } });
}

/** The revisions that changed one entry, with the change, newest first. */
export async function listEntryRevisions(
  db: Database | Transaction,
  { section, key, limit }: { readonly section: string; readonly key: string; readonly limit: number },
): Promise<(Revision & { readonly change: RecordedChange })[]> {
  const rows = await db.configurationChange.findMany({
    where: { section, key },
    orderBy: { number: 'desc' },
    take: limit,
    include: { revision: true },
  });
  return rows.map(({ revision, ...change }) => ({ ...toRevision(revision), change: toChange(change) }));
}

type Row = Omit<Revision, 'actor'> & { actorKind: string; actorId: string | null; actorName: string | null };

function toRevision({ number, at, source, reason, actorKind, actorId, actorName }: Row): Revision {
  return { number, at, source, reason, actor: { kind: actorKind, id: actorId, name: actorName } };
}

const storedEntry = z.record(z.string(), z.unknown());

/** An entry that cannot be read gets a key that no entry has, so that it is never restored. */
function readEntry(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  return storedJsonOr(storedEntry, text, { unreadable: true });
}
