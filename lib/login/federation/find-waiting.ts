import type { Context } from '#lib/context';
import type { Database, Transaction } from '#lib/db/database';
import { idpOf } from '#lib/factors/proof';
import { findAnswer, findLastUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import type { IdentityProvider } from '#lib/providers/provider';
import { hasIssuer } from '#lib/users/identity-store';
import type { OpenInteraction } from '../load-interaction';
import { signInOptions } from '../sign-in/options';
import { openSignInState, openUpstreamResult, type SignInState, type UpstreamResult } from './sealed';

export type Waiting = {
  readonly signIn: UpstreamSignIn & { readonly identity: string };
  readonly arrival: UpstreamResult;
  readonly provider: IdentityProvider;
};

/** The return from a provider that waits for the person's answer. Null if the provider may not be used now. */
export async function findWaiting(
  db: Database | Transaction,
  open: OpenInteraction,
  context: Context,
): Promise<Waiting | null> {
  const signIn = await findLastUpstreamSignIn(db, open.interaction.hash);
  if (signIn === null || signIn.identity === null || signIn.problem !== null) return null;
  if (signIn.browserHash !== open.interaction.browserHash || signIn.expiresAt <= context.now) return null;
  const { identity } = signIn;
  const answer = openAnswer(open, { ...signIn, identity }, context);
  return answer && { signIn: { ...signIn, identity }, ...answer };
}

/**
 * The answer of a provider that waits. Null if the provider may not be used now (see findUsedProvider()), or has shut out
 * the tenant of the person meanwhile (security #209).
 */
export function openAnswer(
  open: OpenInteraction,
  { provider: name, sealed, hash, identity }: Pick<Waiting['signIn'], 'provider' | 'sealed' | 'hash' | 'identity'>,
  context: Context,
): Pick<Waiting, 'arrival' | 'provider'> | null {
  const provider = findUsedProvider(open, name, openSignInState(sealed, hash, context), context);
  const arrival = openUpstreamResult(identity, hash, context);
  return provider === null || !hasIssuer(provider, arrival.newcomer.key.issuer) ? null : { arrival, provider };
}

/**
 * The provider that a person left for. Null if it was switched off, forbidden or replaced since, because an answer
 * belongs to one provider (security #113).
 */
export function findUsedProvider(
  open: OpenInteraction,
  name: string,
  { issuer, clientId }: SignInState,
  context: Context,
): IdentityProvider | null {
  const { providers } = signInOptions(open, null, context);
  return providers.find((one) => one.name === name && one.issuer === issuer && one.clientId === clientId) ?? null;
}

/**
 * Whether a sign-in at a provider that waits for another factor may continue: see openAnswer(). True for a sign-in
 * without a provider.
 */
export async function isProviderUsable(open: OpenInteraction, context: Context): Promise<boolean> {
  const { hash, proofs } = open.interaction;
  const idp = idpOf(proofs);
  if (idp === 'local') return true;
  const answer = await findAnswer(context.db, hash);
  if (answer === null || answer.identity === null || answer.provider !== idp) return false;
  return openAnswer(open, { ...answer, identity: answer.identity }, context) !== null;
}
