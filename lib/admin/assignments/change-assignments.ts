import { listApis } from '#lib/apis/api-store';
import { recordEvents } from '#lib/audit/event-store';
import type { Client } from '#lib/clients/client';
import { findClient } from '#lib/clients/client-store';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { shareRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { assignmentEvent } from '#lib/groups/assignment-event';
import {
  type Assignment,
  accessTarget,
  listAssignmentsOf,
  maximumAssignments,
  writeAssignments,
} from '#lib/groups/assignment-store';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Role } from '#lib/vocabulary/role';
import { isPermitted } from '../access/permission';
import { requireStrictProof, requireSudoProof } from '../access/strict-proof';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { checkEnd, getPeople, isPast } from '../groups/change-members';
import { listAssignmentsIn } from './people-store';

/** Where a role is given: exactly one of these is not null. */
type Place = { readonly clientId: string | null; readonly api: string | null };

type NewAssignment = Place & {
  readonly sub: string;
  /** Null for access to a client without a role. */
  readonly role: string | null;
  readonly expiresAt: Date | null;
};

/**
 * Gives a person a role of a client or an API, or access to a client without one, or sets when that ends. Whoever has it
 * as is asked for keeps it, without an event. The person and the configuration are held.
 * @returns its ID
 * @throws AdminError `reauthenticate` without a recent proof, `not_found`, `forbidden`, `invalid` for an unknown role or
 * an end that is past, `too_many`
 */
export async function assign(admin: AdminContext, given: NewAssignment): Promise<string> {
  const { sub, clientId, api, role, expiresAt } = given;
  requireSudoProof(admin);
  checkEnd(expiresAt, admin.now);
  return transaction(admin.db, async (tx) => {
    await shareRevision(tx);
    const target = targetOf(given, await getRoles(tx, admin, given));
    const people = await getPeople(tx, admin, [sub]);
    const stored = (await listAssignmentsOf(tx, [sub])).get(sub) ?? [];
    const known = stored.find((one) => one.target === target && one.source === 'administrator');
    const isKept = known !== undefined && !isPast(known.expiresAt, admin.now);
    if (isKept && known.expiresAt?.getTime() === expiresAt?.getTime()) return known.id;
    if (known === undefined && stored.length >= maximumAssignments) {
      throw new AdminError('too_many', `${people.get(sub)?.username} already has ${maximumAssignments} assignments`);
    }
    const since = isKept ? known.since : admin.now;
    const one = { id: known?.id ?? createId(), sub, target, clientId, api, source: 'administrator' };
    const set = { ...one, expiresAt, since };
    await writeAssignments(tx, { set: [set] });
    await record(tx, admin, [{ type: 'role.assigned', one: set, role, username: people.get(sub)?.username ?? null }]);
    return set.id;
  });
}

/**
 * Ends an assignment of a person, whoever said so.
 * @throws AdminError `reauthenticate` without a recent proof, `not_found`, `forbidden`
 */
export async function unassign(admin: AdminContext, sub: string, id: string): Promise<void> {
  requireSudoProof(admin);
  await transaction(admin.db, async (tx) => {
    await shareRevision(tx);
    const people = await getPeople(tx, admin, [sub]);
    const stored = (await listAssignmentsOf(tx, [sub])).get(sub) ?? [];
    const one = stored.find((found) => found.id === id && !isPast(found.expiresAt, admin.now));
    if (one === undefined) throw noAssignment();
    await end(tx, admin, { assignments: [one], people, roles: await getRoles(tx, admin, one) });
  });
}

type Ending = { readonly clientId: string; readonly subs: readonly string[]; readonly batch: string };

/**
 * Ends every assignment of people in a client, whoever said so, all or nothing.
 * @param batch tells the events of one act from others
 * @throws AdminError as unassign() does
 */
export async function unassignAll(admin: AdminContext, { clientId, subs, batch }: Ending): Promise<void> {
  requireSudoProof(admin);
  await transaction(admin.db, async (tx) => {
    await shareRevision(tx);
    const roles = await getRoles(tx, admin, { clientId, api: null });
    const people = await getPeople(tx, admin, subs);
    const assignments = await listAssignmentsIn(tx, clientId, subs);
    await end(tx, admin, { assignments, people, roles, batch });
  });
}

type Ended = {
  readonly assignments: readonly Assignment[];
  readonly people: Awaited<ReturnType<typeof getPeople>>;
  readonly roles: readonly Role[];
  readonly batch?: string;
};

async function end(tx: Transaction, admin: AdminContext, { assignments, people, roles, batch }: Ended): Promise<void> {
  await writeAssignments(tx, { remove: assignments });
  const told = assignments.map((one) => ({
    ...{ type: 'role.unassigned' as const, one, batch },
    role: roles.find((found) => found.id === one.target)?.name ?? null,
    username: people.get(one.sub)?.username ?? null,
  }));
  await record(tx, admin, told);
}

export function noAssignment(): AdminError {
  return new AdminError('not_found', 'There is no such assignment');
}

/** Whether an administrator may change who uses a client: of those that administer, only an owner. */
export function mayAssign({ principal }: Pick<AdminContext, 'principal'>, client: Pick<Client, 'scope'>): boolean {
  return isPermitted(principal.role, client.scope.some(isAdminScope) ? 'own' : 'edit');
}

/**
 * The guard of a change of who uses a client. What only owners may change takes a proof of 5 minutes (security #189).
 * @throws AdminError `forbidden`, `reauthenticate`
 */
export function checkAssigning(admin: AdminContext, client: Pick<Client, 'clientId' | 'scope'>): void {
  if (!mayAssign(admin, client)) {
    throw new AdminError('forbidden', `Only an owner can change who uses ${client.clientId}`);
  }
  if (client.scope.some(isAdminScope)) requireStrictProof(admin);
}

/** The roles of a client or an API. People of clients that administer are the owners' business. */
async function getRoles(tx: Transaction, admin: AdminContext, { clientId, api }: Place): Promise<readonly Role[]> {
  if (clientId === null) {
    const [found] = api === null ? [] : await listApis(tx, [api]);
    if (found === undefined) throw new AdminError('not_found', 'There is no such API');
    return found.roles;
  }
  const client = (await findClient(tx, clientId))?.record;
  if (client === undefined) throw new AdminError('not_found', 'There is no such client');
  checkAssigning(admin, client);
  return client.roles;
}

function targetOf({ clientId, api, role }: Omit<NewAssignment, 'sub'>, roles: readonly Role[]): string {
  if (role === null && clientId !== null) return accessTarget(clientId);
  const found = roles.find(({ name }) => name === role);
  if (found !== undefined) return found.id;
  const owner = clientId === null ? `the API ${api}` : `the client ${clientId}`;
  const message = role === null ? `expected a role of ${owner}` : `${owner} has no role ${role}`;
  const facts = { name: role ?? '' };
  throw new AdminError('invalid', message, [{ field: 'role', code: 'role_unknown', message, facts }]);
}

type Recorded = {
  readonly type: 'role.assigned' | 'role.unassigned';
  readonly one: Assignment;
  readonly role: string | null;
  readonly username: string | null;
  readonly batch?: string | undefined;
};

async function record(tx: Transaction, admin: AdminContext, changes: readonly Recorded[]): Promise<void> {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  const nameOf = ({ clientId }: Assignment) => admin.snapshot.clients.get(clientId ?? '')?.clientName ?? null;
  const events = changes.map(({ type, one, ...about }) =>
    assignmentEvent(type, one, { actor, address, requestId, reason, clientName: nameOf(one), ...about }),
  );
  await recordEvents(tx, events, admin.now);
}
