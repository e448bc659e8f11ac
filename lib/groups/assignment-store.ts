import { deleteRows, type Row, upsertRows } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { holdPeople } from './membership-store';
import { writeSummaries } from './summary-store';

/** That a person has a role in a client or an API, or may use a client without a role, as one source says. */
export type Assignment = {
  readonly id: string;
  readonly sub: string;
  /** What it gives: the ID of a role, or accessTarget(). */
  readonly target: string;
  /** Exactly one of these is not null. */
  readonly clientId: string | null;
  readonly api: string | null;
  /** `administrator`, `file` or `request`. */
  readonly source: string;
  /** The first instant at which it no longer counts. */
  readonly expiresAt: Date | null;
  readonly since: Date;
};

/** A person has at most this many. */
export const maximumAssignments = 200;

/** What an assignment to a client without a role gives. No role has such an ID. */
export function accessTarget(clientId: string): string {
  return `client:${clientId}`;
}

const columns = {
  ...{ id: true, sub: true, target: true, clientId: true, api: true, source: true },
  ...{ expiresAt: true, since: true },
} as const;

/** The assignments of people, also those to roles that no longer exist. */
export async function listAssignmentsOf(
  db: Database | Transaction,
  subs: readonly string[],
): Promise<Map<string, Assignment[]>> {
  const found = new Map<string, Assignment[]>();
  for (const batch of batchesOf(subs)) {
    const rows = await db.assignment.findMany({ where: { sub: { in: batch } }, select: columns });
    for (const row of rows) {
      const own = found.get(row.sub);
      if (own === undefined) found.set(row.sub, [row]);
      else own.push(row);
    }
  }
  return found;
}

/** Some assignments of a kind: to clients, to a role, or those whose end has come. The earliest end first. */
export function listSomeAssignments(
  db: Database | Transaction,
  where: AssignmentFilter,
  limit: number,
): Promise<Assignment[]> {
  return db.assignment.findMany({
    where,
    orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: columns,
  });
}

type AssignmentFilter =
  | { readonly clientId: { in: string[] } }
  | { readonly api: { in: string[] } }
  | { readonly target: string | { in: string[] } }
  | { readonly expiresAt: { lte: Date } };

/** A change of assignments. `set` creates one, or gives it another end. */
type AssignmentChange = { readonly set?: readonly Assignment[]; readonly remove?: readonly Assignment[] };

/**
 * Writes assignments and the summaries of their people, who are held from holdPeople() on. No other function does,
 * except that the assignments of a deleted person go with the account.
 */
export async function writeAssignments(tx: Transaction, { set = [], remove = [] }: AssignmentChange): Promise<void> {
  await deleteRows(
    tx.dialect,
    'Assignment',
    'id',
    remove.map(({ id }) => id),
  )(tx);
  const key = ['sub', 'target', 'source'];
  await upsertRows(tx.dialect, 'Assignment', assignmentRows(set), { key, columns: ['expiresAt'] })(tx);
  await writeSummaries(tx, [...new Set([...set, ...remove].map(({ sub }) => sub))]);
}

/** The rows of assignments for insertRows(), of people who are created in the same transaction. */
export function assignmentRows(assignments: readonly Assignment[]): Row[] {
  return assignments.map(({ id, sub, target, clientId, api, source, expiresAt, since }) => {
    return { id, sub, target, clientId, api, source, expiresAt, since };
  });
}

/**
 * Ends assignments of a kind, at most `limit`.
 * @returns how many; fewer than the limit if none is left
 */
export async function removeAssignmentsOf(tx: Transaction, where: AssignmentFilter, limit: number): Promise<number> {
  const remove = await listSomeAssignments(tx, where, limit);
  if (remove.length === 0) return 0;
  await holdPeople(
    tx,
    remove.map(({ sub }) => sub),
  );
  await writeAssignments(tx, { remove });
  return remove.length;
}
