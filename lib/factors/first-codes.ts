import type { PersonFactors } from './decide-factor';
import { createRecoveryCodes, type NewRecoveryCodes } from './recovery-codes';

/**
 * The recovery codes that come with the first second factor. They prevent a lockout if scripts do not run or a device
 * is lost.
 * @returns null for a person who already has a second factor or codes
 */
export async function firstRecoveryCodes(factors: PersonFactors): Promise<NewRecoveryCodes | null> {
  const hasOne = factors.totp || factors.passkeys > 0 || factors.recoveryCodes > 0;
  return hasOne ? null : createRecoveryCodes();
}
