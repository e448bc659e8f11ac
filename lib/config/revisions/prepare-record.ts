import type { NewAuditEvent } from '#lib/audit/event';
import { prepareEvents } from '#lib/audit/event-store';
import { prepareEntryChanges, prepareRevision } from '#lib/audit/revision-store';
import { inOrder, type PreparedWrite } from '#lib/db/bulk';
import type { Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/statement';
import { countMembersOf } from '#lib/groups/membership-store';
import { changeWithoutSecrets } from '#lib/vocabulary/without-secrets';
import type { Authorship } from '../authorship';
import type { Change } from '../diff';
import type { PlacedChange } from '../plan-section';
import { sections } from '../sections';

type Recording = { readonly by: Authorship; readonly now: Date };

/**
 * Records the changes of a write in its transaction: a revision with every entry before and after, and an audit event
 * for each. Changes of users only have audit events, so the history keeps no data of a deleted person.
 * @param number the number of the revision, one more than the last
 * @param later the changes that are recorded when they are written: see prepareEventsOf()
 */
export function prepareRecord(
  dialect: Dialect,
  number: number,
  changes: readonly Change[],
  { by, now, later = [] }: Recording & { readonly later?: readonly Change[] },
): PreparedWrite {
  if (changes.length + later.length === 0) return inOrder();
  const { source, actor, reason = null } = by;
  const restorable = changes.filter(({ section }) => section !== 'users');
  return inOrder(
    prepareRevision(dialect, { number, at: now, source, actor, reason }, restorable),
    prepareEventsOf(dialect, number, changes, { by, now }),
  );
}

/** Records changes of a revision that has been written, with their places in the history. */
export function prepareHistoryOf(
  dialect: Dialect,
  number: number,
  changes: readonly PlacedChange[],
  recording: Recording,
): PreparedWrite {
  return inOrder(prepareEntryChanges(dialect, number, changes), prepareEventsOf(dialect, number, changes, recording));
}

/** Records changes in the audit log only. */
export function prepareEventsOf(
  dialect: Dialect,
  number: number,
  changes: readonly Change[],
  { by, now }: Recording,
): PreparedWrite {
  const prepare = (members: Members) =>
    prepareEvents(
      dialect,
      changes.map((change) => eventOf(change, { revision: number, by, members })),
      now,
    );
  if (!changes.some(deletesGroup)) return prepare(new Map());
  return async (tx) => prepare(await countMembers(tx, changes.filter(deletesGroup), now))(tx);
}

/** The numbers of people who were in groups that are deleted. Their memberships stay, without effect. */
type Members = ReadonlyMap<Change, number>;

function deletesGroup({ section, kind }: Change): boolean {
  return section === 'groups' && kind === 'delete';
}

/** Counting stops at a million. */
async function countMembers(tx: Transaction, changes: readonly Change[], now: Date): Promise<Members> {
  const counts = new Map<Change, number>();
  for (const change of changes) {
    counts.set(change, await countMembersOf(tx, String(change.before?.id), now, 1_000_000));
  }
  return counts;
}

const verbs = { create: 'created', update: 'updated', delete: 'deleted' } as const;

type Telling = { readonly revision: number; readonly by: Authorship; readonly members: Members };

function eventOf(change: Change, { revision, by, members }: Telling): NewAuditEvent {
  const { section, key } = change;
  const target = targetOf(change);
  return {
    type: typeOf(change),
    outcome: 'success',
    actor: by.actor,
    target,
    client: section === 'clients' ? { id: key, name: target.name } : null,
    address: by.address ?? null,
    requestId: by.requestId ?? null,
    details: {
      revision,
      reason: by.reason ?? null,
      ...(members.has(change) && { members: members.get(change) }),
      ...changeWithoutSecrets(change.before, change.after),
    },
  };
}

function typeOf({ section, kind, before, after }: Change): NewAuditEvent['type'] {
  if (section === 'portal') return 'portal.updated';
  const [former, state] = [before?.agent_state, after?.agent_state];
  if (section === 'clients' && kind === 'update' && former !== state) {
    if (state === 'approved') return 'client.approved';
    if (state === 'blocked') return 'client.blocked';
    if (former === 'blocked') return 'client.unblocked';
  }
  return `${sections[section].target}.${verbs[kind]}`;
}

function targetOf({ section, key, before, after }: Change) {
  if (section === 'portal') return { kind: 'portal', id: key, name: key };
  const { target, targetId, nameKey } = sections[section];
  const entry = after ?? before ?? {};
  const [id, name] = [targetId?.(entry), entry[nameKey]];
  return { kind: target, id: typeof id === 'string' ? id : key, name: typeof name === 'string' ? name : key };
}
