import { recordEvents } from '#lib/audit/event-store';
import type { Database, Transaction } from '#lib/db/database';
import { drain, severalStatements } from '#lib/db/drain';
import { transaction } from '#lib/db/transaction';
import { assignmentEvent } from './assignment-event';
import {
  type Assignment,
  listAssignmentsOf,
  listSomeAssignments,
  removeAssignmentsOf,
  writeAssignments,
} from './assignment-store';
import { holdPeople, listUsernames } from './membership-store';
import { findFormerRoles, forgetRole, listForgottenRoles } from './role-store';

type Ending = {
  readonly now: Date;
  /** The names of the roles that exist, by ID. */
  readonly roles: ReadonlyMap<string, string>;
  /** The names of the clients, by client_id. */
  readonly clientNames: ReadonlyMap<string, string | null>;
  readonly signal?: AbortSignal;
};

/**
 * Removes assignments whose end has come, and records it. Nothing depends on when it runs: an assignment counts until its
 * end. Several processes may run it at the same time.
 * @returns how many
 */
export function endAssignments(db: Database, { now, roles, clientNames, signal }: Ending): Promise<number> {
  const slice = async (limit: number) => {
    const ended = await listSomeAssignments(db, { expiresAt: { lte: now } }, limit);
    if (ended.length > 0) await transaction(db, (tx) => endSome(tx, ended, { now, roles, clientNames }));
    return { count: ended.length };
  };
  return drain(slice, { ...severalStatements(db.dialect), ...(signal && { signal }) });
}

async function endSome(
  tx: Transaction,
  found: readonly Assignment[],
  { now, roles, clientNames }: Ending,
): Promise<void> {
  const subs = [
    ...(await holdPeople(
      tx,
      found.map(({ sub }) => sub),
    )),
  ];
  const stored = [...(await listAssignmentsOf(tx, subs)).values()].flat();
  // Somebody may have given them another end meanwhile.
  const remove = stored.filter(({ expiresAt }) => expiresAt !== null && expiresAt.getTime() <= now.getTime());
  await writeAssignments(tx, { remove });
  const former = await findFormerRoles(
    tx,
    remove.map(({ target }) => target),
    now,
  );
  const people = await listUsernames(tx, subs);
  const by = { actor: { kind: 'retention', id: null, name: null } } as const;
  const events = remove.map((one) => {
    const role = roles.get(one.target) ?? former.get(one.target) ?? null;
    const clientName = clientNames.get(one.clientId ?? '') ?? null;
    const about = { ...by, role, clientName, username: people.get(one.sub) ?? null };
    return assignmentEvent('role.assignment_ended', one, about);
  });
  await recordEvents(tx, events, now);
}

/**
 * Removes what is left of roles that left the configuration more than 30 days ago. Nobody can take that back any more.
 * @returns the number of assignments
 */
export async function forgetRoles(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const id of await listForgottenRoles(db, now)) {
    let isDone = false;
    const slice = async (limit: number) => {
      const count = await transaction(db, async (tx) => {
        const removed = await removeAssignmentsOf(tx, { target: id }, limit);
        isDone = removed < limit;
        if (isDone) await forgetRole(tx, id);
        return removed;
      });
      return { count };
    };
    total += await drain(slice, { ...severalStatements(db.dialect), ...(signal && { signal }) });
    if (!isDone) return total;
  }
  return total;
}
