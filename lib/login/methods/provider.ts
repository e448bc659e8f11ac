import { choosing } from '#lib/interactions/interaction-store';
import { goToProvider } from '../federation/go-to-provider';
import { type ProviderView, shortList } from '../realm/read';
import { signInOptions } from '../sign-in/options';
import type { SignInMethod } from './sign-in-method';

type ProviderPart = {
  readonly method: 'provider';
  readonly providers: readonly ProviderView[];
  /** Whether there are more than these buttons, for example providers found only by their domain: see /realm. */
  readonly hasMore: boolean;
};

/** The answer of the provider is the proof: see ../federation/callback.ts. */
export const providerMethod: SignInMethod<ProviderPart> = {
  takesName: false,
  // Each provider is checked by itself.
  isAllowed: () => true,
  part: ({ ask, ...shown }, context) => {
    const { providers, hasMore } = shortList(shown, context);
    const isShown = ask !== 'password' && (providers.length > 0 || hasMore);
    return isShown ? { method: 'provider', providers, hasMore } : null;
  },
  isAnswer: ({ values }) => values.has('provider'),
  // The button of a provider was pressed, or the one for the password (`local`). If the provider may not be used (any
  // more), the page shows those that may.
  check: async ({ open, form }, context) => {
    const name = form.values.get('provider');
    const provider = signInOptions(open, null, context).providers.find((one) => one.name === name);
    if (provider === undefined) return { outcome: 'refused', note: choosing };
    const hint = open.interaction.username || open.loginHint;
    return { outcome: 'answered', response: await goToProvider({ open, ...form }, provider, hint, context) };
  },
};
