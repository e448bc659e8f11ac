import type { Transaction } from '#lib/db/database';
import { deleteAuthenticator, type FactorRemoval } from '#lib/factors/authenticator-store';
import { removePasskeys } from '#lib/factors/passkeys/passkey-store';
import { countRecoveryCodes, deleteRecoveryCodes } from '#lib/factors/recovery-code-store';
import type { Removal } from './removal';

/**
 * Removes the passkeys, the authenticator app and the recovery codes of an account. Another person may have added them,
 * and a passkey alone signs in. The caller ends the trust in devices.
 */
export async function removeFactors(tx: Transaction, proof: FactorRemoval): Promise<Removal[]> {
  const passkeys = await removePasskeys(tx, proof);
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
