import type { Transaction } from '#lib/db/database';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import type { FactorRemoval } from './authenticator-store';

/**
 * Turns two-step verification on or off (see isTwoStep()).
 * @returns false if it already is
 */
export async function setTwoStep(tx: Transaction, { sub }: AccountProof<'person'>, isOn: boolean): Promise<boolean> {
  const changed = await tx.user.updateMany({ where: { sub, twoStep: !isOn }, data: { twoStep: isOn } });
  return changed.count === 1;
}

/** Turns it off for a person without a passkey, so that the next passkey takes no way to sign in away. */
export async function endTwoStep(tx: Transaction, { sub }: FactorRemoval): Promise<void> {
  await tx.user.updateMany({ where: { sub, twoStep: true, passkeys: { none: {} } }, data: { twoStep: false } });
}
