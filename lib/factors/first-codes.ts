import type { Transaction } from '#lib/db/database';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import type { PersonFactors } from './decide-factor';
import { replaceRecoveryCodes } from './recovery-code-store';
import { createRecoveryCodes, type NewRecoveryCodes } from './recovery-codes';

/**
 * The recovery codes that come with the first second factor. They prevent a lockout if scripts do not run or a device
 * is lost. Creating them takes 0.4 seconds, so it happens before the transaction, which decides whether to store them.
 * @returns null for a person who already has a second factor or codes
 */
export async function firstRecoveryCodes(factors: PersonFactors): Promise<NewRecoveryCodes | null> {
  return needsCodes(factors) ? createRecoveryCodes() : null;
}

/**
 * Stores the first codes in the transaction that adds the factor.
 * @param factors as the transaction reads them. The account must be locked, so that nothing adds or removes one
 * @param created by firstRecoveryCodes(). Null if the last factor was removed only since
 * @returns the codes to show; none for a person who already has a second factor or codes
 */
export async function storeFirstCodes(
  tx: Transaction,
  proof: AccountProof<'person'>,
  factors: PersonFactors,
  created: NewRecoveryCodes | null,
  now: Date,
): Promise<readonly string[]> {
  if (!needsCodes(factors)) return [];
  const codes = created ?? (await createRecoveryCodes());
  await replaceRecoveryCodes(tx, proof, codes, now);
  return codes.codes;
}

function needsCodes({ totp, passkeys, recoveryCodes }: PersonFactors): boolean {
  return !totp && passkeys === 0 && recoveryCodes === 0;
}
