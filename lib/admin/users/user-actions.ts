import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { signOut, signOutUser } from '#lib/sessions/sign-out';
import { updateAccount } from '#lib/sessions/update-account';
import { findSlowdown, forgetFailures } from '#lib/users/attempt-limits';
import { createPasswordLink } from '#lib/users/password-link';
import { carriedByLinkOf, isPasswordDue } from '#lib/users/role-in-force';
import { tellPerson } from '#lib/users/tell-person';
import type { AdminRole, User } from '#lib/users/user';
import { deleteUser } from '#lib/users/user-store';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { findSessionBrowser, lockOwners, removeIdentity, withdrawClient } from './account-store';
import { accountForAudit, changeAccount, circumstancesOf, keepAnOwner } from './change-account';
import { userVersion } from './read-user';

/** Which account, and why, in the administrator's words. */
export type AccountTarget = { readonly sub: string; readonly reason: string | null };

/**
 * Enables or disables a person. Disabling ends every session, revokes every grant, and notifies the applications with a
 * back-channel address.
 * @throws AdminError `last_owner`, `in_use` for one's own account
 */
export async function enableUser(admin: AdminContext, { sub, reason }: AccountTarget, enabled: boolean): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    if (!enabled) {
      refuseSelf(admin, sub);
      await keepAnOwner(tx, user);
    }
    const after = await updateAccount(tx, user, { ...user, enabled }, circumstancesOf(admin));
    return { type: 'user.updated', details: { before: accountForAudit(user), after: accountForAudit(after) } };
  });
}

/** Ends every session of a person and revokes everything they granted. */
export async function signOutEverywhere(admin: AdminContext, { sub, reason }: AccountTarget): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx) => {
    const ended = await signOutUser(tx, { sub, now: admin.now });
    return { type: 'user.signed_out', details: { sessions: ended.length } };
  });
}

/** Ends one session of a person. @throws AdminError `not_found` for what is no open session of this person */
export async function endUserSession(admin: AdminContext, { sub, reason }: AccountTarget, sid: string): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx) => {
    const browserId = await findSessionBrowser(tx, { sid, sub });
    if (browserId === null) throw new AdminError('not_found', 'This session has ended');
    await signOut(tx, { browserId, sids: [sid], now: admin.now });
    return { type: 'session.ended', details: { sid } };
  });
}

/** Ends what a person granted to a client. @throws AdminError `not_found` when there is nothing */
export async function revokeApp(admin: AdminContext, { sub, reason }: AccountTarget, clientId: string): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx) => {
    const withdrawn = await withdrawClient(tx, { sub, clientId }, admin.now);
    if (withdrawn === 0) throw new AdminError('not_found', 'This app no longer has access');
    return { type: 'grant.revoked', details: { client_id: clientId } };
  });
}

/** Lets a person try their password again at once, in whichever browser. */
export async function unlockUser(admin: AdminContext, { sub, reason }: AccountTarget): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, { canonicalUsername }) => {
    const lockedUntil = await findSlowdown(tx, canonicalUsername, admin.now);
    await forgetFailures(tx, { sub, canonicalUsername });
    return { type: 'user.unlocked', details: { locked_until: lockedUntil?.toISOString() ?? null } };
  });
}

/**
 * Makes the one-time link with which a person sets a password themselves; links made before stop working. The present
 * password goes on working until then.
 * @returns the link's address, which nothing can show again
 */
export async function makePasswordLink(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
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

/** Which of a person's upstream identities. */
type IdentityOf = { readonly provider: string; readonly issuer: string; readonly subject: string };

/** Removes an upstream identity of a person and notifies them: from then on it belongs to no account. */
export async function unlinkIdentity(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
  { provider, issuer, subject }: IdentityOf,
): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    if (!(await removeIdentity(tx, { sub, provider, issuer, subject }))) {
      throw new AdminError('not_found', 'This identity is no longer linked');
    }
    await signOutUser(tx, { sub, now: admin.now });
    const name = admin.snapshot.providers.get(provider)?.displayName ?? provider;
    const alarm = { kind: 'factor_removed', values: { factor: 'provider', name } } as const;
    await tellPerson(tx, user, alarm, { secret: admin.settings.secret, now: admin.now });
    return { type: 'identity.unlinked', details: { provider, issuer, subject } };
  });
  wakeJob(mailJob);
}

/**
 * Gives an account a role or takes it. The administrator still has to be an owner in the transaction. The account's
 * sessions, grants, known browsers and links end: an editor may have made them for an account without a role. If
 * another person chose the password, the role does not count until the person has set a new one (see roleInForce()).
 * @throws AdminError `last_owner`, `forbidden`
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
    const after = await updateAccount(tx, user, { ...user, admin: role }, circumstancesOf(admin));
    const told = { before: accountForAudit(user), after: accountForAudit(after), password_due: isPasswordDue(after) };
    return { type: 'user.updated', details: told };
  });
}

/**
 * Deletes an account with everything that belongs to it; its applications are notified. A new user with the same name
 * is another person, with another sub.
 * @param meant which account is meant: the username as the administrator typed it, or the version a program saw
 * @throws AdminError `invalid`, `changed_meanwhile`, `last_owner`, `in_use` for one's own account
 */
export async function deleteAccount(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
  meant: { readonly typed: string } | { readonly version: string },
): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    refuseSelf(admin, sub);
    checkMeant(user, meant);
    await keepAnOwner(tx, user);
    await signOutUser(tx, { sub, now: admin.now });
    await deleteUser(tx, sub);
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
