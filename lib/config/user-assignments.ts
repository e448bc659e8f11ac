import { z } from 'zod';
import type { ClientRecord } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { createId } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import {
  type Assignment,
  accessTarget,
  listAssignmentsOf,
  maximumAssignments,
  writeAssignments,
} from '#lib/groups/assignment-store';
import { batchesOf } from '#lib/vocabulary/batches';
import { boundedList, entry, refuse } from '#lib/vocabulary/entry';
import { roleName } from '#lib/vocabulary/role';
import { moment } from '#lib/vocabulary/secret';
import { clientId } from '#lib/vocabulary/text';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { afterList, changeOf } from './user-groups';

const assignment = entry({
  client: clientId,
  role: roleName.nullable().default(null),
  expires_at: moment.nullable().default(null),
  source: z.enum(['administrator', 'file', 'request']).default('file'),
}).transform(({ expires_at: expiresAt, ...rest }) => ({ ...rest, expiresAt }));

/** The assignments of an account in a file. A source can say each once. */
export const userAssignments = boundedList(
  assignment,
  maximumAssignments,
  z.superRefine((assignments, context) => {
    const seen = new Set<string>();
    for (const [index, one] of assignments.entries()) {
      const place = placeOf(one);
      if (seen.has(place)) refuse(context, [index], 'duplicate', 'is already in this list');
      seen.add(place);
    }
  }),
);

type ListedAssignment = z.output<typeof userAssignments>[number];

/** An assignment to a client and a role that exist. `role` is null for access without one. */
export type NamedAssignment = Assignment & { readonly client: string; readonly role: string | null };

function placeOf({ client, role, source }: Pick<ListedAssignment, 'client' | 'role'> & { readonly source: string }) {
  return JSON.stringify([client, role, source]);
}

/** The clients of assignments, by client_id. */
type Clients = ReadonlyMap<string, Pick<ClientRecord, 'clientId' | 'roles'>>;

/** The assignments of people that may count: their clients and roles exist. In a fixed order. */
export async function listNamedAssignments(
  db: Database | Transaction,
  subs: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedAssignment[]>> {
  const stored = await listAssignmentsOf(db, subs);
  const ids = [...new Set([...stored.values()].flat().flatMap(({ clientId }) => clientId ?? []))];
  const clients = new Map<string, ClientRecord>();
  for (const batch of batchesOf(ids)) {
    for (const client of await listClients(db, batch)) clients.set(client.clientId, client);
  }
  return new Map(
    [...stored].map(([sub, own]) => [sub, own.flatMap((one) => named(one, clients)).toSorted(inOrder)] as const),
  );
}

function named(one: Assignment, clients: Clients): NamedAssignment[] {
  const client = clients.get(one.clientId ?? '');
  if (client === undefined) return [];
  const role = client.roles.find(({ id }) => id === one.target) ?? null;
  const isGone = role === null && one.target !== accessTarget(client.clientId);
  return isGone ? [] : [{ ...one, client: client.clientId, role: role?.name ?? null }];
}

function inOrder(one: NamedAssignment, other: NamedAssignment): number {
  return placeOf(one) < placeOf(other) ? -1 : 1;
}

/** Assignments as in a file. */
export function wireAssignments(assignments: readonly NamedAssignment[]): Wire[] {
  return assignments.map(({ client, role, source, expiresAt }) => ({
    client,
    ...(role !== null && { role }),
    ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
    ...(source !== 'file' && { source }),
  }));
}

/** What an assignment gives. Null if there is no such role. */
function targetOf({ clientId, roles }: Pick<ClientRecord, 'clientId' | 'roles'>, role: string | null): string | null {
  if (role === null) return accessTarget(clientId);
  return roles.find(({ name }) => name === role)?.id ?? null;
}

/**
 * The assignments of an account after a file is applied, by the rules of memberships: see membershipsAfter().
 * @param clients those that exist afterwards, by client_id
 */
export function assignmentsAfter(
  sub: string,
  {
    listed,
    stored,
  }: { readonly listed: readonly ListedAssignment[] | undefined; readonly stored: readonly NamedAssignment[] },
  { clients, now }: { readonly clients: Clients; readonly now: Date },
): readonly NamedAssignment[] {
  if (listed === undefined) return stored;
  const entries = listed.map((entry) => {
    const { client: clientId, role, source, expiresAt } = entry;
    const client = clients.get(clientId);
    const target = client === undefined ? null : targetOf(client, role);
    const id = { id: createId(), sub, clientId, api: null };
    const one = target === null ? undefined : { ...id, target, client: clientId, role, source, expiresAt, since: now };
    return { place: placeOf(entry), expiresAt, one };
  });
  const isGone = ({ client, role }: NamedAssignment) => {
    const found = clients.get(client);
    return found === undefined || targetOf(found, role) === null;
  };
  return afterList(entries, stored, { placeOf, isGone, now }).toSorted(inOrder);
}

/** Writes what a file changed about the assignments of an account, whose row must be locked. */
export async function changeAssignments(
  tx: Transaction,
  before: readonly Assignment[],
  after: readonly Assignment[],
): Promise<void> {
  const { set, remove } = changeOf(before, after, ({ target, source }) => `${target} ${source}`);
  if (set.length + remove.length > 0) await writeAssignments(tx, { set, remove });
}
