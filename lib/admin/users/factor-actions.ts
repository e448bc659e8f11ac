import type { Transaction } from '#lib/db/database';
import { deleteAuthenticator } from '#lib/factors/authenticator-store';
import { cleanUpAfterRemoval } from '#lib/factors/clean-up-after-removal';
import { findPasskey, removePasskey } from '#lib/factors/passkeys/passkey-store';
import { countRecoveryCodes, deleteRecoveryCodes } from '#lib/factors/recovery-code-store';
import { wakeJob } from '#lib/jobs/start-jobs';
import type { MailValues } from '#lib/mail/mail-kinds';
import { mailJob } from '#lib/mail/queue-mail';
import { notifyPerson } from '#lib/users/notify-person';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { proveAdministrator } from '../access/strict-proof';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { changeAccount } from './change-account';
import { setMustSetPassword } from './factor-store';
import { type AccountTarget, refuseSelf } from './user-actions';

/**
 * Removes a factor of a person, ends the trust in their devices and notifies them. Recovery codes are removed with the
 * last factor that they replace. Administrators cannot remove their own factors here. The pages of their account do it,
 * and ask for another factor first (security #183).
 * @param id see UserFactor
 * @throws AdminError `not_found`, `reauthenticate`, `in_use` for one's own account
 */
export async function removeFactor(admin: AdminContext, { sub, reason }: AccountTarget, id: string): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
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
export async function requireNewPassword(
  admin: AdminContext,
  { sub, reason }: AccountTarget,
  isRequired: boolean,
): Promise<void> {
  await changeAccount(admin, sub, reason, async (tx, user) => {
    if (isRequired && user.passwordHash === null) throw new AdminError('invalid', 'This user has no password');
    const isChanged = await setMustSetPassword(tx, sub, isRequired);
    const before = { must_set_password: isChanged ? !isRequired : isRequired };
    return { type: 'user.updated', details: { before, after: { must_set_password: isRequired } } };
  });
}
