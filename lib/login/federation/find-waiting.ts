import type { Context } from '#lib/context';
import type { Database, Transaction } from '#lib/db/database';
import { idpOf } from '#lib/factors/proof';
import { findAnswer, findLastUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import type { IdentityProvider } from '#lib/providers/provider';
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
  const way = openSignInState(signIn.sealed, signIn.hash, context);
  const provider = findUsedProvider(open, signIn.provider, way, context);
  if (provider === null) return null;
  return { signIn: { ...signIn, identity }, provider, arrival: openUpstreamResult(identity, signIn.hash, context) };
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
