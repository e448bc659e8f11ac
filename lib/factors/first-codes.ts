import type { PersonFactors } from './decide-factor';
import { createRecoveryCodes, type NewRecoveryCodes } from './recovery-codes';

/**
 * The recovery codes that come with a first second factor, to prevent a lockout where scripts do not run or a device is
 * lost.
 * @returns null for a person who has a second factor or codes already
 */
export async function firstRecoveryCodes(factors: PersonFactors): Promise<NewRecoveryCodes | null> {
  const hasOne = factors.totp || factors.passkeys > 0 || factors.recoveryCodes > 0;
  return hasOne ? null : createRecoveryCodes();
}
