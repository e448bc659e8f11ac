import type { Transaction } from '#lib/db/database';
import { findPersonFactors } from './person-factors-store';
import { deleteRecoveryCodes } from './recovery-code-store';
import { removeTrustedDevices } from './trusted-device-store';

/**
 * What follows when a second factor was removed: no device is trusted any more, and recovery codes go with the last one,
 * which they stood in for.
 */
export async function settleRemoval(tx: Transaction, sub: string): Promise<void> {
  await removeTrustedDevices(tx, sub);
  const { totp, passkeys } = await findPersonFactors(tx, sub);
  if (!totp && passkeys === 0) await deleteRecoveryCodes(tx, sub);
}
