import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { deleteUsers } from '#lib/sessions/delete-user';
import { signOut, signOutUser } from '#lib/sessions/sign-out';
import { updateAccount } from '#lib/sessions/update-account';
import { findSlowdown } from '#lib/users/attempt-limits';
import { clearAttempts } from '#lib/users/clear-attempts';
import { notifyPerson } from '#lib/users/notify-person';
import { createPasswordLink } from '#lib/users/password-link';
import { carriedByLinkOf, isPasswordDue } from '#lib/users/role-in-force';
import type { AdminRole, User } from '#lib/users/user';
import { setEnabled } from '#lib/users/user-store';
import { proveAdministrator, requireStrictProof } from '../access/strict-proof';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { findSessionBrowser, lockOwners, removeIdentity, withdrawClient } from './account-store';
import { accountForAudit, changeAccount, circumstancesOf, keepAnOwner } from './change-account';
import { userVersion } from './read-user';

/** The account, and the administrator's note. */
export type AccountTarget = { readonly sub: string; readonly reason: string | null };

/**
 * Enables or disables a person. Disabling ends every session, revokes every grant, and notifies the applications with a
 * back-channel address.
 * @throws AdminError `last_owner`, `in_use` for one's own account, `invalid` for one that cannot be read
 */
export async function enableUser(admin: AdminContext, { sub, reason }: AccountTarget, enabled: boolean): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    if (!enabled) {
      refuseSelf(admin, sub);
      await keepAnOwner(tx, user);
    }
    if (user.enabled === enabled) return null;
    // It would stay disabled, see readUser().
    if (user.unreadable) throw new AdminError('invalid', 'The stored claims or tenants of this user can’t be read');
    const after = await setEnabled(tx, sub, enabled, admin.now);
    if (!enabled) await signOutUser(tx, { sub, now: admin.now });
    return { type: 'user.updated', details: { before: accountForAudit(user), after: accountForAudit(after) } };
  });
}

/** Ends every session of a person and revokes all their grants. */
export async function signOutEverywhere(admin: AdminContext, { sub, reason }: AccountTarget): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx) => {
    const ended = await signOutUser(tx, { sub, now: admin.now });
    return { type: 'user.signed_out', details: { sessions: ended.length } };
  });
}

/** Ends one session of a person. @throws AdminError `not_found` if the person has no such open session */
export async function endUserSession(admin: AdminContext, { sub, reason }: AccountTarget, sid: string): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx) => {
    const browserId = await findSessionBrowser(tx, { sid, sub });
    if (browserId === null) throw new AdminError('not_found', 'This session has ended');
    await signOut(tx, { browserId, sids: [sid], now: admin.now });
    return { type: 'session.ended', details: { sid } };
  });
}

/** Ends the grants of a person for a client. @throws AdminError `not_found` if there are none */
export async function revokeApp(admin: AdminContext, { sub, reason }: AccountTarget, clientId: string): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx) => {
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
export async function unlockUser(admin: AdminContext, { sub, reason }: AccountTarget): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    refuseSelf(admin, sub);
    requireStrictProof(admin);
    const lockedUntil = await findSlowdown(tx, user.canonicalUsername, admin.now);
    await clearAttempts(tx, user);
    return { type: 'user.unlocked', details: { locked_until: lockedUntil?.toISOString() ?? null } };
  });
}

/**
 * Creates the one-time link that lets a person set a password. Earlier links stop working. The current password works
 * until then.
 * @returns the address of the link, which cannot be shown again. Its reader can set the password
 * @throws AdminError `reauthenticate`
 */
export async function makePasswordLink(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  requireStrictProof(admin);
  const carries = carriedByLinkOf(admin.principal.role);
  let made: { link: string; expiresAt: Date } | null = null;
  await changeAccount(admin, sub, reason, async (tx) => {
    const { handle, expiresAt } = await createPasswordLink(tx, { sub, carries, now: admin.now });
    made = { link: passwordLinkAddress(admin, handle), expiresAt };
    return { type: 'password_link.created', details: { expires_at: expiresAt.toISOString() } };
  });
  if (made === null) throw new Error('a committed transaction made a link');
  return made;
}

export function passwordLinkAddress({ settings }: Pick<AdminContext, 'settings'>, handle: string): string {
  return `${settings.issuer}/setup?token=${handle}`;
}

/** One of a person's identities at a provider. */
type IdentityOf = { readonly provider: string; readonly issuer: string; readonly subject: string };

/** Removes an identity of a person and notifies them. It then belongs to no account. */
export async function unlinkIdentity(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
  { provider, issuer, subject }: IdentityOf,
): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    const proof = proveAdministrator(admin, user);
    if (!(await removeIdentity(tx, proof, { provider, issuer, subject }))) {
      throw new AdminError('not_found', 'This identity is no longer linked');
    }
    await signOutUser(tx, { sub, now: admin.now });
    const name = admin.snapshot.providers.get(provider)?.displayName ?? provider;
    const alarm = { kind: 'factor_removed', values: { factor: 'provider', name } } as const;
    await notifyPerson(tx, user, alarm, { secret: admin.settings.secret, now: admin.now });
    return { type: 'identity.unlinked', details: { provider, issuer, subject } };
  });
  wakeJob(mailJob);
}

/**
 * Sets or removes the role of an account. The administrator must still be an owner in the transaction. The account's
 * sessions, grants, known browsers and links end, because an editor may have created them while the account had no
 * role. If another person chose the password, the role is not in force until the person has set a new one (see
 * roleInForce()).
 * @throws AdminError `last_owner`, `forbidden`, `reauthenticate`
 */
export async function setRole(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
  role: AdminRole | null,
): Promise<void> {
  const { principal } = admin;
  await changeAccount(admin, sub, reason, async (tx, user) => {
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
 * @param meant confirms the account: the username as the administrator typed it, or the version that a program saw
 * @throws AdminError `invalid`, `changed_meanwhile`, `last_owner`, `reauthenticate`, `in_use` for one's own account
 */
export async function deleteAccount(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
  meant: { readonly typed: string } | { readonly version: string },
): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    refuseSelf(admin, sub);
    checkMeant(user, meant);
    requireStrictProof(admin);
    await keepAnOwner(tx, user);
    await deleteUsers(tx, [sub], { dialect: admin.db.prepared.dialect, now: admin.now });
    return { type: 'user.deleted', details: { before: accountForAudit(user), after: null } };
  });
}

function checkMeant(user: User, meant: Parameters<typeof deleteAccount>[2]): void {
  if ('version' in meant) {
    if (meant.version !== userVersion(user)) {
      throw new AdminError('changed_meanwhile', 'Someone else changed this user in the meantime');
    }
    return;
  }
  if (meant.typed === user.username) return;
  const message = `expected ${user.username}`;
  throw new AdminError('invalid', message, [
    { field: 'typed', code: 'not_the_name', message, facts: { expected: user.username } },
  ]);
}

/** @throws AdminError `in_use` for one's own account */
export function refuseSelf({ principal }: AdminContext, sub: string): void {
  if (principal.sub === sub)
    throw new AdminError('in_use', 'This is your own account. Another administrator must do this');
}
