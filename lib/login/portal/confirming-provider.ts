import type { Context } from '#lib/context';
import { usableProviders } from '#lib/interactions/usable-providers';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { IdentityProvider } from '#lib/providers/provider';
import type { SessionWithUser } from '#lib/sessions/browser-state';

/** The provider where the person of a session signs in again. Null if they signed in here, or if it may not be used. */
export function confirmingProvider(
  { idp }: Pick<SessionWithUser, 'idp'>,
  context: Pick<Context, 'snapshot' | 'settings'>,
): IdentityProvider | null {
  const required = portalSignIn({ area: '/admin', again: true, changesFactors: false }, context);
  return usableProviders(required, context.snapshot).find(({ name }) => name === idp) ?? null;
}
