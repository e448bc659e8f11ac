import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import type { ClientRecord } from '#lib/clients/client';
import { findClient } from '#lib/clients/client-store';
import type { Context } from '#lib/context';
import { createId } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { shareRevision } from '#lib/db/revision';
import { assignmentEvent } from '#lib/groups/assignment-event';
import {
  type Assignment,
  accessTarget,
  listAssignmentsOf,
  maximumAssignments,
  writeAssignments,
} from '#lib/groups/assignment-store';
import { decideAccess } from '#lib/groups/decide-access';
import { readSummary } from '#lib/groups/summary';
import { type Alarm, notifyPerson } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import { lockAccount } from '#lib/users/user-store';
import { endAfter, type Until } from './end-of-access';
import { nameForPeople } from './name-for-people';
import { requestEvent } from './request-event';
import { type AccessRequest, endRequest, findRequest } from './request-store';

/** What is decided about a request. Without a role, approving gives access alone. */
export type Decision =
  | { readonly kind: 'approve'; readonly role: string | null; readonly until: Until }
  | { readonly kind: 'decline'; readonly note: string | null };

/** Why nothing was decided, and nothing given. */
export type Undecided =
  /** There is no such request, or somebody else decides it. */
  | { readonly problem: 'unknown' }
  | { readonly problem: 'decided'; readonly request: AccessRequest }
  | { readonly problem: 'own' | 'disabled' | 'has_access' | 'role_unknown' | 'end_past' | 'end_too_far' | 'too_many' };

type Deciding = {
  readonly id: string;
  readonly decision: Decision;
  /** Whoever decides, whose guard has let them. */
  readonly by: Pick<NewAuditEvent, 'actor' | 'address' | 'requestId'> & { readonly reason?: string | null };
  /** Whether they decide about this client and person, as both are now. It may throw, and then nothing changes. */
  readonly mayDecide: (client: ClientRecord, person: User) => boolean;
};

/** Who asks for what, as both are now. */
type Found = { readonly request: AccessRequest; readonly client: ClientRecord; readonly person: User };

/**
 * Decides a request: of two decisions the first counts. Approving gives the person an assignment with the source
 * `request`. The person gets a notice, and a mail at a verified address; the caller wakes the job `mail` after the
 * transaction. Nobody decides their own request, and nobody gets what they have meanwhile: such a request expires. The
 * configuration and the person are held until the transaction ends.
 * @returns null if it is decided
 */
export async function decideRequest(tx: Transaction, deciding: Deciding, context: Context): Promise<Undecided | null> {
  await shareRevision(tx);
  const found = await findHeld(tx, deciding.id, context.now);
  if (found === null || !deciding.mayDecide(found.client, found.person)) return { problem: 'unknown' };
  const { request, client, person } = found;
  if (deciding.by.actor.id === person.sub) return { problem: 'own' };
  if (request.state !== 'pending') return { problem: 'decided', request };
  if (!person.enabled) return { problem: 'disabled' };
  if (decideAccess(readSummary(person.access), client, context.snapshot, context.now).may) {
    await expireRequest(tx, request, context.now);
    return { problem: 'has_access' };
  }
  const { decision } = deciding;
  return decision.kind === 'approve'
    ? approve(tx, found, { ...deciding, decision }, context)
    : decline(tx, found, { ...deciding, decision }, context);
}

/** A person's requests are decided one after the other, so it is read once its person is held. */
async function findHeld(tx: Transaction, id: string, now: Date): Promise<Found | null> {
  const known = await findRequest(tx, id, now);
  const person = known && (await lockAccount(tx, known.sub));
  const request = person && (await findRequest(tx, id, now));
  const client = request && (await findClient(tx, request.clientId));
  return request && person && client && { request, person, client: client.record };
}

type Kind<Name extends Decision['kind']> = Omit<Deciding, 'decision'> & {
  readonly decision: Extract<Decision, { readonly kind: Name }>;
};

async function approve(
  tx: Transaction,
  found: Found,
  { decision: { role, until }, by }: Kind<'approve'>,
  context: Context,
): Promise<Undecided | null> {
  const { request, client, person } = found;
  const { now } = context;
  const target = role === null ? accessTarget(client.clientId) : client.roles.find(({ name }) => name === role)?.id;
  if (target === undefined) return { problem: 'role_unknown' };
  const expiresAt = endAfter(until, now);
  if (typeof expiresAt === 'string') return { problem: expiresAt };
  const stored = (await listAssignmentsOf(tx, [person.sub])).get(person.sub) ?? [];
  // One that has ended may not be removed yet.
  const former = stored.find((one) => one.target === target && one.source === 'request');
  if (former === undefined && stored.length >= maximumAssignments) return { problem: 'too_many' };
  const given = { id: former?.id ?? createId(), sub: person.sub, target, clientId: client.clientId, api: null };
  const assignment: Assignment = { ...given, source: 'request', expiresAt, since: now };
  await endRequest(tx, request.id, { state: 'approved' }, now);
  await writeAssignments(tx, { set: [assignment] });
  const end = expiresAt?.toISOString() ?? null;
  const about = { ...by, details: { role, source: 'request', expires_at: end, ...reasonOf(by) } };
  const assigned = { ...by, role, username: person.username, clientName: client.clientName };
  const events = [
    requestEvent('access_request.approved', request, about),
    assignmentEvent('role.assigned', assignment, assigned),
  ];
  await recordEvents(tx, events, now);
  const values = { app: nameForPeople(client), ...(end !== null && { until: end }) };
  await tell(tx, person, { kind: 'access_approved', values }, context);
  return null;
}

async function decline(
  tx: Transaction,
  { request, client, person }: Found,
  { decision: { note }, by }: Kind<'decline'>,
  context: Context,
): Promise<null> {
  const { now } = context;
  await endRequest(tx, request.id, { state: 'declined', note }, now);
  await recordEvents(tx, [requestEvent('access_request.declined', request, { ...by, details: reasonOf(by) })], now);
  const values = { app: nameForPeople(client), ...(note !== null && { note }) };
  await tell(tx, person, { kind: 'access_declined', values }, context);
  return null;
}

const reasonOf = ({ reason }: Deciding['by']) => ({ ...(reason && { reason }) });

function tell(tx: Transaction, person: User, news: Alarm, { settings, now }: Context): Promise<void> {
  return notifyPerson(tx, person, news, { secret: settings.secret, now });
}

/** Ends a request that nobody needs to decide any more, and records it. @returns false if it was not pending any more */
export async function expireRequest(
  tx: Transaction,
  request: Pick<AccessRequest, 'id' | 'sub' | 'username' | 'clientId'>,
  now: Date,
): Promise<boolean> {
  if (!(await endRequest(tx, request.id, { state: 'expired', isOver: true }, now))) return false;
  const by = { actor: { kind: 'retention', id: null, name: null } } as const;
  await recordEvents(tx, [requestEvent('access_request.expired', request, by)], now);
  return true;
}
