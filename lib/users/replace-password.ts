import type { Transaction } from '#lib/db/database';
import { deleteAuthenticator, type FactorRemoval } from '#lib/factors/authenticator-store';
import { removePasskeys } from '#lib/factors/passkeys/passkey-store';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { countRecoveryCodes, deleteRecoveryCodes } from '#lib/factors/recovery-code-store';
import { endTwoStep } from '#lib/factors/two-step-store';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { voidAccountLinks } from './account-link-store';
import { findFounding } from './identity-store';
import { voidPasswordLinks } from './password-link-store';
import { type StoredPassword, setPassword } from './password-store';
import { removeIdentities } from './remove-identities';
import { carriedByOwnChoice, isGreaterRole, isPasswordDue } from './role-in-force';
import type { AdminRole, Removal } from './user';
import { findUserBySub, touchUser } from './user-store';

/**
 * Sets the password of a person who recovered the account. An earlier owner keeps no access: other links become void,
 * and upstream identities are unlinked if they were linked with the previous password, or created the account with an
 * unconfirmed address (security #116). Factors are removed if a role waits for this password, see decideFactors(). The
 * caller ends the person's sessions in the same transaction.
 * @returns what was removed
 */
export async function replacePassword(
  tx: Transaction,
  proof: AccountProof<'link' | 'operator'>,
  { passwordHash, passwordCarries }: StoredPassword,
  now: Date,
): Promise<Removal[]> {
  const { sub } = proof;
  const { carries, removed } = await decideFactors(tx, proof, passwordCarries, now);
  await setPassword(tx, proof, { passwordHash, passwordCarries: carries }, now);
  await voidPasswordLinks(tx, sub, now);
  await voidAccountLinks(tx, sub, now, ['recover', 'change_email']);
  const { createdAt, claims } = await findFounding(tx, sub);
  const isProved = claims.email === undefined || claims.email_verified === true;
  return [...(await removeIdentities(tx, proof, isProved ? createdAt : null)), ...removed];
}

/**
 * The most powerful role that the new password may count for. It may count for more than the former password only
 * without the factors from before: the person who knew that password may have added them (security #161). If a role
 * waits, they are removed. Otherwise they stay, because a new password must not weaken an account (security #91), and
 * the new password counts for no more than the former one.
 * @param wanted what the password counts for without such factors
 */
async function decideFactors(
  tx: Transaction,
  proof: AccountProof<'link' | 'operator'>,
  wanted: AdminRole | null,
  now: Date,
): Promise<{ readonly carries: AdminRole | null; readonly removed: readonly Removal[] }> {
  const { sub } = proof;
  await touchUser(tx, sub, now);
  const before = await findUserBySub(tx, sub);
  if (before === null) throw new Error(`there is no account ${sub}`);
  const former = carriedByOwnChoice(before);
  if (!isGreaterRole(wanted, former)) return { carries: wanted, removed: [] };
  if (isPasswordDue(before)) return { carries: wanted, removed: await removeFactors(tx, proof) };
  const { totp, passkeys } = await findPersonFactors(tx, sub);
  return { carries: totp || passkeys > 0 ? former : wanted, removed: [] };
}

/**
 * Removes the passkeys, the authenticator app and the recovery codes of an account. Another person may have added them,
 * and a passkey alone signs in. The caller ends the trust in devices.
 */
export async function removeFactors(tx: Transaction, proof: FactorRemoval): Promise<Removal[]> {
  const passkeys = await removePasskeys(tx, proof);
  await endTwoStep(tx, proof);
  const hadTotp = await deleteAuthenticator(tx, proof);
  const codes = await countRecoveryCodes(tx, proof.sub);
  await deleteRecoveryCodes(tx, proof);
  const removed = [
    ...passkeys.map((id) => ({ factor: 'passkey', id })),
    ...(hadTotp ? [{ factor: 'totp' }] : []),
    ...(codes > 0 ? [{ factor: 'recovery' }] : []),
  ];
  return removed.map((details) => ({ type: 'factor.removed', details }));
}
