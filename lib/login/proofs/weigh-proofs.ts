import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { type AccountFactors, findPersonFactors } from '#lib/factors/person-factors-store';
import { linkOf, type Proof } from '#lib/factors/proof';
import { missingFactor, type SignInStep } from '#lib/interactions/next-step';
import { linkProved } from '../federation/link-proved';
import type { NewSession } from '../start-session';
import { needsNewPassword } from './needs-new-password';

type Shown = Pick<NewSession, 'open' | 'caller' | 'user'> & { readonly proofs: readonly Proof[] };

type Weighed = Pick<Shown, 'user' | 'proofs'> & {
  readonly factors: AccountFactors;
  readonly missing: SignInStep | null;
};

/**
 * Decides what is still missing after these proofs. If an identity waits to be linked and nothing is missing for that,
 * it is linked, and the sign-in continues with the proof of the provider. The password that an administrator has
 * replaced links nothing.
 * @param shown `user`: as it is stored, locked in this transaction (see lockUser())
 * @throws AccountChanged as linkProved() does
 */
export async function weighProofs(tx: Transaction, shown: Shown, context: Context): Promise<Weighed> {
  const { open, user, proofs } = shown;
  const factors = await findPersonFactors(tx, user.sub);
  const missing = missingFactor(open.required, { proofs, factors, isSpared: false }, context.now);
  const links = linkOf(proofs) !== null && !needsNewPassword(factors, proofs);
  if (missing !== null || !links) return { user, proofs, factors, missing };
  return weighProofs(tx, { ...shown, ...(await linkProved(tx, shown, context)) }, context);
}
