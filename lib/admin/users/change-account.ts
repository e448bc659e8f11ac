import type { AuditEventType, NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { users } from '#lib/config/sections/users';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { User } from '#lib/users/user';
import { lockAccount, touchUser } from '#lib/users/user-store';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { lockOwners } from './account-store';
import { mayChange } from './may-change';
import { notFound } from './read-user';

/** A change to an account, for the audit log. */
type Done = {
  readonly type: AuditEventType;
  readonly client?: NewAuditEvent['client'];
  readonly details?: Readonly<Record<string, unknown>>;
};

/**
 * Changes an account in one transaction. The account is locked, the permission is checked, and the event is recorded.
 * If `work` throws, everything is rolled back. If it returns null, nothing changed and there is no event.
 * @throws AdminError `not_found`, `forbidden`
 */
export async function changeAccount(
  admin: AdminContext,
  sub: string,
  reason: string | null,
  work: (tx: Transaction, user: User) => Promise<Done | null>,
): Promise<void> {
  const { db, now, principal } = admin;
  await transaction(db, async (tx) => {
    const user = await lockAccount(tx, sub);
    if (user === null) throw notFound();
    if (!mayChange(principal, user)) throw new AdminError('forbidden', 'Only an owner can change this account');
    const done = await work(tx, user);
    if (done === null) return;
    await touchUser(tx, sub, now);
    const { type, client = null, details = {} } = done;
    await recordAccountEvent(tx, admin, { type, user, client, details: { reason, ...details } });
  });
}

type AccountEvent = {
  readonly type: AuditEventType;
  readonly user: Pick<User, 'sub' | 'username'>;
  readonly client?: NewAuditEvent['client'];
  readonly details: Readonly<Record<string, unknown>>;
};

/** Records an event about an account, in the transaction of the change. */
export async function recordAccountEvent(
  tx: Transaction,
  admin: AdminContext,
  { type, user, client = null, details }: AccountEvent,
): Promise<void> {
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const target = { kind: 'user', id: user.sub, name: user.username };
  await recordEvents(tx, [{ type, outcome: 'success', actor, target, client, address, requestId, details }], admin.now);
}

/** The time and author of a write to an account: see updateAccount(). */
export function circumstancesOf(admin: AdminContext) {
  return { now: admin.now, by: authorshipOf(admin) };
}

/** An account in the audit log. It never contains the hash of its password. */
export function accountForAudit(user: User): Readonly<Record<string, unknown>> {
  return withoutSecrets(users.wire(user));
}

/**
 * Makes sure that another owner can sign in after this one loses that power. Call it before the change, in the same
 * transaction (security #161).
 * @throws AdminError `last_owner`
 */
export async function keepAnOwner(tx: Transaction, user: User): Promise<void> {
  if (user.admin !== 'owner') return;
  const owners = await lockOwners(tx);
  if (owners.some((sub) => sub !== user.sub)) return;
  throw new AdminError('last_owner', 'This is the last owner who can sign in. Give another user that role first.');
}
