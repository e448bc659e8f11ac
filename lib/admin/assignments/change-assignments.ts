import { recordEvents } from '#lib/audit/event-store';
import type { ClientRecord } from '#lib/clients/client-record';
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
import { isPermitted } from '../access/permission';
import { requireSudoProof } from '../access/strict-proof';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { checkEnd, getPeople, isPast } from '../groups/change-members';

type NewAssignment = {
  readonly sub: string;
  readonly clientId: string;
  /** Null for access without a role. */
  readonly role: string | null;
  readonly expiresAt: Date | null;
};

/**
 * Gives a person a role of a client, or access to it without one, or sets when that ends. Whoever has it as is asked for
 * keeps it, without an event. The person and the configuration are held.
 * @returns its ID
 * @throws AdminError `reauthenticate` without a recent proof, `not_found`, `forbidden`, `invalid` for an unknown role or
 * an end that is past, `too_many`
 */
export async function assign(admin: AdminContext, given: NewAssignment): Promise<string> {
  const { sub, clientId, role, expiresAt } = given;
  requireSudoProof(admin);
  checkEnd(expiresAt, admin.now);
  return transaction(admin.db, async (tx) => {
    await shareRevision(tx);
    const client = await getClient(tx, admin, clientId);
    const people = await getPeople(tx, admin, [sub]);
    const target = targetOf(client, role);
    const stored = (await listAssignmentsOf(tx, [sub])).get(sub) ?? [];
    const known = stored.find((one) => one.target === target && one.source === 'administrator');
    const isKept = known !== undefined && !isPast(known.expiresAt, admin.now);
    if (isKept && known.expiresAt?.getTime() === expiresAt?.getTime()) return known.id;
    if (known === undefined && stored.length >= maximumAssignments) {
      throw new AdminError('too_many', `${people.get(sub)?.username} has ${maximumAssignments} assignments already`);
    }
    const since = isKept ? known.since : admin.now;
    const one = { id: known?.id ?? createId(), sub, target, clientId, api: null, source: 'administrator' };
    const set = { ...one, expiresAt, since };
    await writeAssignments(tx, { set: [set] });
    await record(tx, admin, { type: 'role.assigned', one: set, role, username: people.get(sub)?.username ?? null });
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
    const client = one.clientId === null ? null : await getClient(tx, admin, one.clientId);
    await writeAssignments(tx, { remove: [one] });
    const role = client?.roles.find((found) => found.id === one.target)?.name ?? null;
    await record(tx, admin, { type: 'role.unassigned', one, role, username: people.get(sub)?.username ?? null });
  });
}

export function noAssignment(): AdminError {
  return new AdminError('not_found', 'There is no such assignment');
}

/** People of clients that administer are the owners' business. */
async function getClient(tx: Transaction, { principal }: AdminContext, clientId: string): Promise<ClientRecord> {
  const client = (await findClient(tx, clientId))?.record;
  if (client === undefined) throw new AdminError('not_found', 'There is no such client');
  if (!isPermitted(principal.role, 'own') && client.scope.some(isAdminScope)) {
    throw new AdminError('forbidden', `Only an owner can change who uses ${clientId}`);
  }
  return client;
}

function targetOf({ clientId, roles }: ClientRecord, role: string | null): string {
  if (role === null) return accessTarget(clientId);
  const found = roles.find(({ name }) => name === role);
  if (found !== undefined) return found.id;
  const message = `the client ${clientId} has no role ${role}`;
  throw new AdminError('invalid', message, [{ field: 'role', code: 'role_unknown', message, facts: { name: role } }]);
}

type Recorded = {
  readonly type: 'role.assigned' | 'role.unassigned';
  readonly one: Assignment;
  readonly role: string | null;
  readonly username: string | null;
};

async function record(tx: Transaction, admin: AdminContext, { type, one, ...about }: Recorded): Promise<void> {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  await recordEvents(tx, [assignmentEvent(type, one, { actor, address, requestId, reason, ...about })], admin.now);
}
