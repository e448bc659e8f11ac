import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import type { Database, Transaction } from '#lib/db/database';
import { drain, severalStatements } from '#lib/db/drain';
import { transaction } from '#lib/db/transaction';
import { findFormerGroups, forgetGroup, listForgottenGroups, listGroupsById } from './group-store';
import {
  holdPeople,
  listEnded,
  listMembershipsOf,
  listSomeOfGroup,
  listUsernames,
  type Membership,
  writeMemberships,
} from './membership-store';

/** Nobody ends a membership whose time is over. */
const byTime = { kind: 'retention', id: null, name: null } as const;

/**
 * Removes memberships whose end has come, and records it. Nothing depends on when it runs: a membership counts until its
 * end. Several processes may run it at the same time.
 * @returns how many
 */
export function endMemberships(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const slice = async (limit: number) => {
    const ended = await listEnded(db, now, limit);
    if (ended.length > 0) await transaction(db, (tx) => endSome(tx, ended, now));
    return { count: ended.length };
  };
  return drain(slice, { ...severalStatements(db.dialect), ...(signal && { signal }) });
}

async function endSome(tx: Transaction, found: readonly Membership[], now: Date): Promise<void> {
  const subs = [
    ...(await holdPeople(
      tx,
      found.map(({ sub }) => sub),
    )),
  ];
  const stored = await listMembershipsOf(tx, subs);
  const over = (one: Membership) => one.expiresAt !== null && one.expiresAt.getTime() <= now.getTime();
  // Somebody may have given them another end meanwhile.
  const remove = [...stored.values()].flatMap((own) => own.filter(over));
  await writeMemberships(tx, { remove });
  await recordEvents(tx, await describeEnds(tx, remove, { actor: byTime }, now), now);
}

/** The events of memberships that ended. */
async function describeEnds(
  tx: Transaction,
  ended: readonly Membership[],
  by: Pick<NewAuditEvent, 'actor'>,
  now: Date,
): Promise<NewAuditEvent[]> {
  const ids = [...new Set(ended.map(({ groupId }) => groupId))];
  const named = (await listGroupsById(tx, ids)).map(({ id, name }) => [id, name] as const);
  const names = new Map([...(await findFormerGroups(tx, ids, now)), ...named]);
  const people = await listUsernames(
    tx,
    ended.map(({ sub }) => sub),
  );
  return ended.map(({ sub, groupId, source, expiresAt }) => ({
    type: 'group.membership_ended',
    outcome: 'success',
    ...by,
    target: { kind: 'user', id: sub, name: people.get(sub) ?? null },
    details: { group: names.get(groupId) ?? null, source, expires_at: expiresAt?.toISOString() ?? null },
  }));
}

/**
 * Removes what is left of groups that left the configuration more than 30 days ago. Nobody can take that back any more.
 * @returns the number of memberships
 */
export async function forgetGroups(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const id of await listForgottenGroups(db, now)) {
    let isDone = false;
    const slice = async (limit: number) => {
      const remove = await listSomeOfGroup(db, id, limit);
      isDone = remove.length < limit;
      await transaction(db, async (tx) => {
        await holdPeople(
          tx,
          remove.map(({ sub }) => sub),
        );
        await writeMemberships(tx, { remove });
        if (isDone) await forgetGroup(tx, id);
      });
      return { count: remove.length };
    };
    total += await drain(slice, { ...severalStatements(db.dialect), ...(signal && { signal }) });
    if (!isDone) return total;
  }
  return total;
}

/**
 * Removes what some sources say of a person, who is locked, whether or not it still counts.
 * @returns the details of the events, for the groups that exist
 */
export async function removeMembershipsFrom(
  tx: Transaction,
  sub: string,
  sources: readonly string[],
): Promise<Readonly<Record<string, string | null>>[]> {
  const stored = (await listMembershipsOf(tx, [sub])).get(sub) ?? [];
  const remove = stored.filter(({ source }) => sources.includes(source));
  if (remove.length === 0) return [];
  await writeMemberships(tx, { remove });
  const groups = await listGroupsById(tx, [...new Set(remove.map(({ groupId }) => groupId))]);
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return remove.flatMap(({ groupId, source, expiresAt }) => {
    const group = names.get(groupId);
    return group === undefined ? [] : [{ group, source, expires_at: expiresAt?.toISOString() ?? null }];
  });
}
