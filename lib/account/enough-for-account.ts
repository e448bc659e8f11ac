import type { Context } from '#lib/context';
import { missingFactor } from '#lib/interactions/next-step';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';

/**
 * Returns the session if it gives access to the account's pages, which follow `second_factor`. Null leads to the
 * sign-in.
 */
export function enoughForAccount(
  session: SessionWithUser | null,
  context: Pick<Context, 'snapshot' | 'settings' | 'now'>,
): SessionWithUser | null {
  if (session === null) return null;
  const required = portalSignIn({ area: '/account', again: false, changesFactors: false }, context);
  return missingFactor(required, session, context.now) === null ? session : null;
}
