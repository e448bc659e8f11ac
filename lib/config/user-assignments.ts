import { z } from 'zod';
import type { Api } from '#lib/apis/api';
import { listApis } from '#lib/apis/api-store';
import { apiFields } from '#lib/apis/settings';
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
  client: clientId.nullable().default(null),
  api: apiFields.name.nullable().default(null),
  role: roleName.nullable().default(null),
  expires_at: moment.nullable().default(null),
  source: z.enum(['administrator', 'file', 'request']).default('file'),
})
  .check(
    z.superRefine(({ client, api, role }, context) => {
      if ((client === null) === (api === null)) {
        refuse(context, [], 'client_or_api', 'expected either client or api');
      } else if (api !== null && role === null) {
        refuse(context, ['role'], 'role_required', 'expected a role of the API');
      }
    }),
  )
  .transform(({ expires_at: expiresAt, ...rest }) => ({ ...rest, expiresAt }));

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

/** An assignment to a client or an API and a role that exist. `role` is null for access without one. */
export type NamedAssignment = Assignment & { readonly client: string | null; readonly role: string | null };

type Place = Pick<ListedAssignment, 'client' | 'api' | 'role'> & { readonly source: string };

function placeOf({ client, api, role, source }: Place) {
  return JSON.stringify([client ?? '', api ?? '', role, source]);
}

/** The clients of assignments, by client_id, and their APIs, by name. */
type Owners = {
  readonly clients: ReadonlyMap<string, Pick<ClientRecord, 'clientId' | 'roles'>>;
  readonly apis: ReadonlyMap<string, Pick<Api, 'name' | 'roles'>>;
};

/** The assignments of people that may count: their clients, APIs and roles exist. In a fixed order. */
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
  const names = [...new Set([...stored.values()].flat().flatMap(({ api }) => api ?? []))];
  const apis = new Map<string, Api>();
  for (const batch of batchesOf(names)) for (const api of await listApis(db, batch)) apis.set(api.name, api);
  const owners = { clients, apis };
  return new Map(
    [...stored].map(([sub, own]) => [sub, own.flatMap((one) => named(one, owners)).toSorted(inOrder)] as const),
  );
}

function named(one: Assignment, { clients, apis }: Owners): NamedAssignment[] {
  const client = one.clientId === null ? undefined : clients.get(one.clientId);
  const owner = client ?? (one.api === null ? undefined : apis.get(one.api));
  if (owner === undefined) return [];
  const role = owner.roles.find(({ id }) => id === one.target) ?? null;
  const isGone = role === null && (client === undefined || one.target !== accessTarget(client.clientId));
  return isGone ? [] : [{ ...one, client: client?.clientId ?? null, role: role?.name ?? null }];
}

function inOrder(one: NamedAssignment, other: NamedAssignment): number {
  return placeOf(one) < placeOf(other) ? -1 : 1;
}

/** Assignments as in a file. */
export function wireAssignments(assignments: readonly NamedAssignment[]): Wire[] {
  return assignments.map(({ client, api, role, source, expiresAt }) => ({
    ...(client === null ? { api } : { client }),
    ...(role !== null && { role }),
    ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
    ...(source !== 'file' && { source }),
  }));
}

/** What an assignment gives. Null if there is no such client, API or role. */
function targetOf({ client, api, role }: Pick<Place, 'client' | 'api' | 'role'>, owners: Owners): string | null {
  const owner = client === null ? owners.apis.get(api ?? '') : owners.clients.get(client);
  if (owner === undefined) return null;
  if (role === null) return client === null ? null : accessTarget(client);
  return owner.roles.find(({ name }) => name === role)?.id ?? null;
}

/**
 * The assignments of an account after a file is applied, by the rules of memberships: see membershipsAfter().
 * @param owners those that exist afterwards
 */
export function assignmentsAfter(
  sub: string,
  {
    listed,
    stored,
  }: { readonly listed: readonly ListedAssignment[] | undefined; readonly stored: readonly NamedAssignment[] },
  { now, ...owners }: Owners & { readonly now: Date },
): readonly NamedAssignment[] {
  if (listed === undefined) return stored;
  const entries = listed.map((entry) => {
    const { client, api, role, source, expiresAt } = entry;
    const target = targetOf(entry, owners);
    const id = { id: createId(), sub, clientId: client, api };
    const one = target === null ? undefined : { ...id, target, client, role, source, expiresAt, since: now };
    return { place: placeOf(entry), expiresAt, one };
  });
  const isGone = (one: NamedAssignment) => targetOf(one, owners) === null;
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
