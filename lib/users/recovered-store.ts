import type { Transaction } from '#lib/db/database';
import { cleanUpAfterRemoval } from '#lib/factors/clean-up-after-removal';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { passwordKind } from './password-hash';
import type { User } from './user';

/** Records that a person recovered the account by mail, and chose the password that an administrator required. */
export async function recordRecovery(tx: Transaction, sub: string, now: Date): Promise<void> {
  await tx.user.update({ where: { sub }, data: { recoveredAt: now, mustSetPassword: false }, select: { sub: true } });
}

/** The numbers of removed factors. */
type RemovedFactors = { readonly passkeys: number; readonly totp: number; readonly recoveryCodes: number };

/** Removes the second factors that were added from a time on, and with the last one all recovery codes. */
export async function removeFactorsSince(
  tx: Transaction,
  proof: AccountProof<'link'>,
  since: Date,
): Promise<RemovedFactors> {
  const { sub } = proof;
  const where = { sub, createdAt: { gte: since } };
  const passkeys = await tx.passkey.deleteMany({ where });
  const totp = await tx.authenticator.deleteMany({ where });
  const codes = await tx.recoveryCode.count({ where: { sub } });
  await tx.recoveryCode.deleteMany({ where });
  if (passkeys.count > 0 || totp.count > 0) await cleanUpAfterRemoval(tx, proof);
  const recoveryCodes = codes - (await tx.recoveryCode.count({ where: { sub } }));
  return { passkeys: passkeys.count, totp: totp.count, recoveryCodes };
}

/** Removes the password, or restores the previous one with the roles that it counted for. */
export async function restorePassword(
  tx: Transaction,
  { sub }: AccountProof<'link'>,
  { passwordHash, passwordCarries }: Pick<User, 'passwordHash' | 'passwordCarries'>,
): Promise<void> {
  const data = { passwordHash, passwordCarries, passwordKind: passwordKind(passwordHash) };
  await tx.user.update({ where: { sub }, data, select: { sub: true } });
}
