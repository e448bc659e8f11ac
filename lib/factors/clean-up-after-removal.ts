import type { Transaction } from '#lib/db/database';
import type { FactorRemoval } from './authenticator-store';
import { findPersonFactors } from './person-factors-store';
import { deleteRecoveryCodes } from './recovery-code-store';
import { removeTrustedDevices } from './trusted-device-store';
import { endTwoStep } from './two-step-store';

/**
 * Cleans up after a second factor was removed. No device is trusted any more. Without a passkey, the switch of two-step
 * verification goes off. If it was the last factor, its recovery codes are deleted too, because they can only replace
 * such a factor.
 */
export async function cleanUpAfterRemoval(tx: Transaction, proof: FactorRemoval): Promise<void> {
  const { sub } = proof;
  await removeTrustedDevices(tx, sub);
  await endTwoStep(tx, proof);
  const { totp, passkeys } = await findPersonFactors(tx, sub);
  if (!totp && passkeys === 0) await deleteRecoveryCodes(tx, proof);
}
