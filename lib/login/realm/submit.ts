import type { Context } from '#lib/context';
import type { HttpResponse } from '#lib/http/types';
import { providerOfDomain } from '#lib/interactions/choose-sign-in';
import { choosing } from '#lib/interactions/interaction-store';
import { goToProvider } from '../federation/go-to-provider';
import type { OpenInteraction } from '../load-interaction';
import { providerMethod } from '../methods/provider';
import { interactionForm, type PostedForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { toPageWith } from '../respond';
import { signInOptions } from '../sign-in/options';
import { signInWith } from '../sign-in/submit';

/** POST /realm/submit: the person chooses a provider or the password, or types their address or domain. */
export const handleRealmSubmit = interactionForm(async (posted, context) => {
  const { form, decision, open } = posted;
  if (providerMethod.isAnswer(form)) return signInWith(providerMethod, posted, context);
  switch (decision) {
    case 'cancel':
      return cancelSignIn(open, form, context);
    case 'continue':
      return submitDomain(posted, context);
    default:
      return null;
  }
});

/** No address is longer. */
const maximumTyped = 254;

/** Uses a matching provider at once. Without one, the password page follows, with the typed text (ux §1.3.6). */
async function submitDomain(
  { open, form }: { readonly open: OpenInteraction; readonly form: PostedForm },
  context: Context,
): Promise<HttpResponse> {
  const typed = (form.values.get('username') ?? '').trim().slice(0, maximumTyped);
  const { providers, localLogin } = signInOptions(open, null, context);
  const found = providerOfDomain(typed, providers);
  if (found !== null) return goToProvider({ open, ...form }, found, typed.includes('@') ? typed : null, context);
  if (typed === '') return toPageWith({ problem: 'missing_domain', username: typed }, 'realm', open, context);
  if (localLogin && typed.includes('@')) return toPageWith({ ...choosing, username: typed }, 'login', open, context);
  return toPageWith({ problem: 'unknown_domain', username: typed }, 'realm', open, context);
}
