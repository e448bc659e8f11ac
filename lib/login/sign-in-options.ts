import { chooseSignIn, type SignInChoice } from '#lib/interactions/choose-sign-in';
import { requestedProvider, usableProviders } from '#lib/interactions/usable-providers';
import type { Context } from '#lib/protocol/context';
import { requestTenant } from '#lib/protocol/request-tenant';
import type { IdentityProvider } from '#lib/providers/provider';
import type { OpenDevice, OpenInteraction } from './load-interaction';

/** What is kept as an interaction's problem once the person has chosen: nothing happens by itself any more. */
export const choosing = 'choosing';

export type SignInOptions = {
  readonly choice: SignInChoice;
  /** Usable ones, listed or not. */
  readonly providers: readonly IdentityProvider[];
  readonly localLogin: boolean;
  /** True where the user name is asked for before anything else. */
  readonly isIdentifierFirst: boolean;
};

/**
 * Where and how a person may sign in for what they came for.
 * @param confirming where the session began that has to be confirmed
 */
export function signInOptions(
  { interaction, request, client }: OpenSignIn,
  confirming: string | null,
  { snapshot }: Context,
): SignInOptions {
  const tenant = requestTenant({ client, acrValues: request.acrValues }, snapshot);
  const providers = usableProviders({ client, tenant }, snapshot);
  const { localLogin } = client;
  const choice = chooseSignIn({
    localLogin,
    providers,
    requested: requestedProvider(request.acrValues, { client, tenant }, snapshot),
    loginHint: request.loginHint,
    confirming,
    isChoosing: interaction.problem !== null || interaction.username !== null,
    selectsAccount: 'prompt' in request && request.prompt.has('select_account'),
  });
  return {
    choice,
    providers,
    localLogin,
    isIdentifierFirst: (tenant?.login ?? snapshot.portal.login) === 'identifier',
  };
}

/** What somebody signs in for. */
export type OpenSignIn = {
  readonly interaction: OpenInteraction['interaction'] | OpenDevice['interaction'];
  readonly request: OpenInteraction['interaction']['request'] | OpenDevice['request'];
  readonly client: OpenInteraction['client'];
};

/** The same of an open interaction of any kind. */
export function signInOf(open: OpenInteraction | OpenDevice): OpenSignIn {
  const { interaction, client } = open;
  return { interaction, client, request: open.kind === 'device' ? open.request : open.interaction.request };
}
