import type { Transaction } from '#lib/db/database';
import { deleteAuthenticator } from '#lib/factors/authenticator-store';
import { cleanUpAfterRemoval } from '#lib/factors/clean-up-after-removal';
import { findPasskey, removePasskey } from '#lib/factors/passkeys/passkey-store';
import { countRecoveryCodes, deleteRecoveryCodes } from '#lib/factors/recovery-code-store';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { MailValues } from '#lib/mail/mail-kinds';
import { mailJob } from '#lib/mail/queue-mail';
import { signOutUser } from '#lib/sessions/sign-out';
import type { IdentityKey } from '#lib/users/identity-store';
import { linkMinutes } from '#lib/users/links/create-link';
import { sendInvitation, sendRecovery } from '#lib/users/links/send-links';
import { notifyPerson, unknownOrigin } from '#lib/users/notify-person';
import { createPasswordLink } from '#lib/users/password-link';
import { removeIdentity } from '#lib/users/remove-identities';
import { carriedByLinkOf } from '#lib/users/role-in-force';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { minuteMs } from '#lib/vocabulary/time';
import { proveAdministrator, requireStrictProof } from '../access/strict-proof';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { setMustSetPassword } from './account-store';
import { changeAccount, recordAccountEvent, refuseSelf } from './change-account';
import { type PasswordMail, passwordMailFor } from './read';

/**
 * Creates the one-time link that lets a person set a password. Earlier links stop working. The current password works
 * until then.
 * @returns the address of the link, which cannot be shown again. Its reader can set the password
 * @throws AdminError `reauthenticate`
 */
export async function makePasswordLink(
  admin: AdminContext,
  sub: string,
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  requireStrictProof(admin);
  const carries = carriedByLinkOf(admin.principal.role);
  let made: { link: string; expiresAt: Date } | null = null;
  await changeAccount(admin, sub, async (tx) => {
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

/**
 * Removes an identity of a person and notifies them. It then belongs to no account, and the groups that its provider gave
 * them end with the last one there.
 */
export async function unlinkIdentity(
  admin: AdminContext,
  sub: string,
  { provider, issuer, subject }: IdentityKey,
): Promise<void> {
  await changeAccount(admin, sub, async (tx, user) => {
    const proof = proveAdministrator(admin, user);
    const [unlinked, ...ended] = await removeIdentity(tx, proof, { provider, issuer, subject });
    if (unlinked === undefined) throw new AdminError('not_found', 'This identity is no longer linked');
    for (const { type, details } of ended) {
      await recordAccountEvent(tx, admin, { type, user, details: { reason: admin.reason ?? null, ...details } });
    }
    await signOutUser(tx, { sub, now: admin.now });
    const name = admin.snapshot.providers.get(provider)?.displayName ?? provider;
    const alarm = { kind: 'factor_removed', values: { factor: 'provider', name } } as const;
    await notifyPerson(tx, user, alarm, { secret: admin.settings.secret, now: admin.now });
    return unlinked;
  });
  wakeJob(mailJob);
}

/**
 * Mails a link that lets a person set a password. Earlier links of the same kind stop working.
 * @throws AdminError `invalid` if passwordMailFor() returns null
 */
export async function sendPasswordMail(
  admin: AdminContext,
  sub: string,
): Promise<PasswordMail & { readonly expiresAt: Date }> {
  const { settings, now, principal } = admin;
  let sent: (PasswordMail & { expiresAt: Date }) | null = null;
  await changeAccount(admin, sub, async (tx, user) => {
    const mail = passwordMailFor(user, admin);
    if (mail === null) {
      throw new AdminError('invalid', 'Email cannot be sent to this user. Create a link and send it yourself');
    }
    if (mail.kind === 'recover') {
      await sendRecovery(tx, { person: user, origin: unknownOrigin, place: {} }, { settings, now });
      const expiresAt = new Date(now.getTime() + linkMinutes.recover * minuteMs);
      sent = { ...mail, expiresAt };
      return { type: 'recovery.requested', details: { expires_at: expiresAt.toISOString() } };
    }
    const invitation = {
      person: user,
      email: mail.email,
      carries: carriedByLinkOf(principal.role),
      origin: unknownOrigin,
    };
    const { expiresAt } = await sendInvitation(tx, invitation, { settings, now });
    sent = { ...mail, expiresAt };
    return { type: 'password_link.created', details: { expires_at: expiresAt.toISOString(), mailed: true } };
  });
  if (sent === null) throw new Error('a committed transaction sent a mail');
  wakeJob(mailJob);
  return sent;
}

/**
 * Removes a factor of a person, ends the trust in their devices and notifies them. Recovery codes are removed with the
 * last factor that they replace. Administrators cannot remove their own factors here. The pages of their account do it,
 * and ask for another factor first (security #183).
 * @param id see UserFactor
 * @throws AdminError `not_found`, `reauthenticate`, `in_use` for one's own account
 */
export async function removeFactor(admin: AdminContext, sub: string, id: string): Promise<void> {
  await changeAccount(admin, sub, async (tx, user) => {
    refuseSelf(admin, sub);
    const proof = proveAdministrator(admin, user);
    const values = await remove(tx, proof, id);
    if (values === null) throw new AdminError('not_found', 'This factor was already removed');
    await cleanUpAfterRemoval(tx, proof);
    await notifyPerson(tx, user, { kind: 'factor_removed', values }, { secret: admin.settings.secret, now: admin.now });
    const details = { factor: values.factor, ...(values.factor === 'passkey' && { id }) };
    return { type: 'factor.removed', details };
  });
  wakeJob(mailJob);
}

/** @returns the notice for the person, or null if there is no such factor */
async function remove(
  tx: Transaction,
  proof: AccountProof<'administrator'>,
  id: string,
): Promise<MailValues<'factor_removed'> | null> {
  switch (id) {
    case 'totp':
      return (await deleteAuthenticator(tx, proof)) ? { factor: 'totp' } : null;
    case 'recovery': {
      const left = await countRecoveryCodes(tx, proof.sub);
      await deleteRecoveryCodes(tx, proof);
      return left === 0 ? null : { factor: 'recovery' };
    }
    default: {
      const passkey = await findPasskey(tx, id);
      if (!(await removePasskey(tx, proof, id))) return null;
      return { factor: 'passkey', ...(passkey?.name && { name: passkey.name }) };
    }
  }
}

/**
 * Sets or clears the requirement of a new password at the next sign-in. Repeating it changes nothing.
 * @throws AdminError `invalid` for an account without a password
 */
export async function requireNewPassword(admin: AdminContext, sub: string, isRequired: boolean): Promise<void> {
  await changeAccount(admin, sub, async (tx, user) => {
    if (isRequired && user.passwordHash === null) throw new AdminError('invalid', 'This user has no password');
    const isChanged = await setMustSetPassword(tx, sub, isRequired);
    const before = { must_set_password: isChanged ? !isRequired : isRequired };
    return { type: 'user.updated', details: { before, after: { must_set_password: isRequired } } };
  });
}
