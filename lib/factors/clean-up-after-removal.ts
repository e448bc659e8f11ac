import type { Transaction } from '#lib/db/database';
import type { FactorRemoval } from './authenticator-store';
import { findPersonFactors } from './person-factors-store';
import { deleteRecoveryCodes } from './recovery-code-store';
import { removeTrustedDevices } from './trusted-device-store';

/**
 * Cleans up after a second factor was removed. No device is trusted any more. If it was the last factor, its recovery
 * codes are deleted too, because they can only replace such a factor.
 */
export async function cleanUpAfterRemoval(tx: Transaction, proof: FactorRemoval): Promise<void> {
  const { sub } = proof;
  await removeTrustedDevices(tx, sub);
  const { totp, passkeys } = await findPersonFactors(tx, sub);
  if (!totp && passkeys === 0) await deleteRecoveryCodes(tx, proof);
}
