import type { AuditEventType, NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { users } from '#lib/config/sections/users';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { signOut, signOutUser } from '#lib/sessions/sign-out';
import { updateAccount } from '#lib/sessions/update-account';
import { findSlowdown } from '#lib/users/attempt-limits';
import { clearAttempts } from '#lib/users/clear-attempts';
import { isPasswordDue } from '#lib/users/role-in-force';
import type { AdminRole, User } from '#lib/users/user';
import { lockAccount, setEnabled, touchUser } from '#lib/users/user-store';
import { provedAddress } from '#lib/vocabulary/email';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import { proveAdministrator, requireStrictProof } from '../access/strict-proof';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { findSessionBrowser, lockOwners, withdrawClient } from './account-store';
import { checkAddress } from './check-address';
import { mayChange, notFound, userVersion } from './read';

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
  work: (tx: Transaction, user: User) => Promise<Done | null>,
): Promise<void> {
  const { db, now, principal, reason = null } = admin;
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
async function keepAnOwner(tx: Transaction, user: User): Promise<void> {
  if (user.admin !== 'owner') return;
  const owners = await lockOwners(tx);
  if (owners.some((sub) => sub !== user.sub)) return;
  throw new AdminError('last_owner', 'This is the last owner who can sign in. Give another user that role first.');
}

/**
 * Enables or disables a person. Disabling ends every session, revokes every grant, and notifies the applications with a
 * back-channel address. Enabling gives back the address, see checkAddress().
 * @throws AdminError `last_owner`, `in_use` for one's own account, `invalid` for one that cannot be read, `forbidden` or
 * `reauthenticate` for the address
 */
export async function setUserEnabled(admin: AdminContext, sub: string, enabled: boolean): Promise<void> {
  await changeAccount(admin, sub, async (tx, user) => {
    if (!enabled) {
      refuseSelf(admin, sub);
      await keepAnOwner(tx, user);
    }
    if (user.enabled === enabled) return null;
    // It would stay disabled, see readUser().
    if (user.unreadable) throw new AdminError('invalid', 'The stored claims or tenants of this user can’t be read');
    // Nobody is found by the verified address of a disabled account.
    const isShown = enabled && provedAddress(user.claims) !== null;
    if (isShown) await checkAddress(tx, admin, { before: { sub, claims: {} }, claims: user.claims });
    const after = await setEnabled(tx, sub, enabled, admin.now);
    if (!enabled) await signOutUser(tx, { sub, now: admin.now });
    return { type: 'user.updated', details: { before: accountForAudit(user), after: accountForAudit(after) } };
  });
}

/** Ends every session of a person and revokes all their grants. */
export async function signOutEverywhere(admin: AdminContext, sub: string): Promise<void> {
  await changeAccount(admin, sub, async (tx) => {
    const ended = await signOutUser(tx, { sub, now: admin.now });
    return { type: 'user.signed_out', details: { sessions: ended.length } };
  });
}

/** Ends one session of a person. @throws AdminError `not_found` if the person has no such open session */
export async function endUserSession(admin: AdminContext, sub: string, sid: string): Promise<void> {
  await changeAccount(admin, sub, async (tx) => {
    const browserId = await findSessionBrowser(tx, { sid, sub });
    if (browserId === null) throw new AdminError('not_found', 'This session has ended');
    await signOut(tx, { browserId, sids: [sid], now: admin.now });
    return { type: 'session.ended', details: { sid } };
  });
}

/** Ends the grants of a person for a client. @throws AdminError `not_found` if there are none */
export async function revokeApp(admin: AdminContext, sub: string, clientId: string): Promise<void> {
  await changeAccount(admin, sub, async (tx) => {
    const withdrawn = await withdrawClient(tx, { sub, clientId }, admin.now);
    if (withdrawn === 0) throw new AdminError('not_found', 'This app no longer has access');
    const client = { id: clientId, name: admin.snapshot.clients.get(clientId)?.clientName ?? null };
    return { type: 'grant.revoked', client, details: { client_id: clientId } };
  });
}

/**
 * Lets a person try again at once: see clearAttempts(). Whoever holds an old session of an administrator could otherwise
 * guess without end, at that account too (security #192).
 * @throws AdminError `reauthenticate`, `in_use` for one's own account
 */
export async function unlockUser(admin: AdminContext, sub: string): Promise<void> {
  await changeAccount(admin, sub, async (tx, user) => {
    refuseSelf(admin, sub);
    requireStrictProof(admin);
    const lockedUntil = await findSlowdown(tx, user.canonicalUsername, admin.now);
    await clearAttempts(tx, user);
    return { type: 'user.unlocked', details: { locked_until: lockedUntil?.toISOString() ?? null } };
  });
}

/**
 * Sets or removes the role of an account. The administrator must still be an owner in the transaction. The account's
 * sessions, grants, known browsers and links end, because an editor may have created them while the account had no
 * role. If another person chose the password, the role is not in force until the person has set a new one (see
 * roleInForce()).
 * @throws AdminError `last_owner`, `forbidden`, `reauthenticate`
 */
export async function setRole(admin: AdminContext, sub: string, role: AdminRole | null): Promise<void> {
  const { principal } = admin;
  await changeAccount(admin, sub, async (tx, user) => {
    const owners = await lockOwners(tx);
    const isOwner = principal.sub === null ? principal.role === 'owner' : owners.includes(principal.sub);
    if (!isOwner) throw new AdminError('forbidden', 'Only an owner can change roles');
    if (role !== 'owner') await keepAnOwner(tx, user);
    if (user.admin === role) return null;
    const proof = proveAdministrator(admin, user);
    const change = { before: user, after: { ...user, admin: role } };
    const after = await updateAccount(tx, proof, change, circumstancesOf(admin));
    const told = { before: accountForAudit(user), after: accountForAudit(after), password_due: isPasswordDue(after) };
    return { type: 'user.updated', details: told };
  });
}

/**
 * Deletes an account with everything that belongs to it, and notifies its applications. A new user with the same name
 * is another person, with another sub.
 * @param version that of the account which is meant, see userVersion()
 * @throws AdminError `changed_meanwhile`, `last_owner`, `reauthenticate`, `in_use` for one's own account
 */
export async function deleteAccount(admin: AdminContext, sub: string, version: string): Promise<void> {
  await changeAccount(admin, sub, async (tx, user) => {
    refuseSelf(admin, sub);
    if (version !== userVersion(user)) {
      throw new AdminError('changed_meanwhile', 'Someone else changed this user in the meantime');
    }
    requireStrictProof(admin);
    await keepAnOwner(tx, user);
    await deleteUsers(tx, [sub], { dialect: admin.db.prepared.dialect, now: admin.now });
    return { type: 'user.deleted', details: { before: accountForAudit(user), after: null } };
  });
}

/** @throws AdminError `in_use` for one's own account */
export function refuseSelf({ principal }: AdminContext, sub: string): void {
  if (principal.sub === sub)
    throw new AdminError('in_use', 'This is your own account. Another administrator must do this');
}
