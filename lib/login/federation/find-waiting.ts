import type { Context } from '#lib/context';
import type { Database, Transaction } from '#lib/db/database';
import { findLastUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import type { IdentityProvider } from '#lib/providers/provider';
import type { OpenInteraction } from '../load-interaction';
import { findUsedProvider } from './find-used-provider';
import { openSignInState, openUpstreamResult, type UpstreamResult } from './sealed';

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
