import type { Context } from '#lib/context';
import { chooseSignIn, type SignInChoice } from '#lib/interactions/choose-sign-in';
import { usableProviders } from '#lib/interactions/usable-providers';
import type { IdentityProvider } from '#lib/providers/provider';
import type { OpenInteraction } from '../load-interaction';

export type SignInOptions = {
  readonly choice: SignInChoice;
  /** The usable providers, listed or not. */
  readonly providers: readonly IdentityProvider[];
  readonly localLogin: boolean;
  /** Whether the username is asked for before anything else. */
  readonly isIdentifierFirst: boolean;
};

/**
 * Where and how a person can sign in for the waiting request.
 * @param confirming the sign-in method of the session to confirm
 */
export function signInOptions(
  { interaction, required, loginHint }: OpenInteraction,
  confirming: string | null,
  { snapshot }: Context,
): SignInOptions {
  const { rules, tenant, provider, prompt } = required;
  const { localLogin } = rules;
  const providers = usableProviders(required, snapshot);
  const choice = chooseSignIn({
    localLogin,
    providers,
    requested: provider,
    loginHint,
    confirming,
    isChoosing: interaction.isChoosing || interaction.problem !== null || interaction.username !== null,
    selectsAccount: prompt.has('select_account'),
  });
  return {
    choice,
    providers,
    localLogin,
    isIdentifierFirst: (tenant?.login ?? snapshot.portal.login) === 'identifier',
  };
}
