import type { Context } from '#lib/context';
import { idpOf } from '#lib/factors/proof';
import { findAnswer } from '#lib/interactions/upstream-sign-in-store';
import type { OpenInteraction } from '../load-interaction';
import { findUsedProvider } from './find-used-provider';
import { openSignInState } from './sealed';

/**
 * Whether a sign-in at a provider that waits for another factor may continue: see findUsedProvider(). True for a sign-in
 * without a provider.
 */
export async function isProviderUsable(open: OpenInteraction, context: Context): Promise<boolean> {
  const { hash, proofs } = open.interaction;
  const idp = idpOf(proofs);
  if (idp === 'local') return true;
  const answer = await findAnswer(context.db, hash);
  if (answer === null || answer.provider !== idp) return false;
  return findUsedProvider(open, idp, openSignInState(answer.sealed, answer.hash, context), context) !== null;
}
