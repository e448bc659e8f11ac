import type { Context } from '#lib/context';
import type { IdentityProvider } from '#lib/providers/provider';
import type { OpenInteraction } from '../load-interaction';
import { signInOptions } from '../sign-in-options';
import type { SignInState } from './sealed';

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
