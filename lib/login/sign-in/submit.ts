import type { Context } from '#lib/context';
import type { HttpResponse } from '#lib/http/types';
import { providerOfName } from '#lib/interactions/choose-sign-in';
import { choosing } from '#lib/interactions/interaction-store';
import { findLastUpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { handleAccount } from '../accounts/submit';
import { goToProvider } from '../federation/go-to-provider';
import { signInMethods } from '../methods';
import type { Answer, SignInMethod } from '../methods/sign-in-method';
import { acceptFirstProof } from '../proofs/accept-first-proof';
import { interactionForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { asRefused, refuseForm, toPageWith } from '../respond';
import { signInOptions } from './options';

/** No address is longer. */
const maximumHint = 254;

/**
 * POST /login/submit: checks the answer to a sign-in method, stores the username of the first of two steps, continues
 * with a signed-in person, or cancels and returns to the client.
 */
export const handleLoginSubmit = interactionForm(async (posted, context) => {
  const { form, decision, open } = posted;
  if (form.values.has('account')) return handleAccount(open, form, context);
  const method = signInMethods.find(({ isAnswer }) => isAnswer(form));
  if (method !== undefined) return signInWith(method, posted, context);
  switch (decision) {
    case 'cancel':
      return cancelSignIn(open, form, context);
    case 'continue':
      return (await followDomain(posted, context)) ?? saveUsername(posted, context);
    default:
      return null;
  }
});

/** Checks a method's answer. A session starts, the page shows the problem, or the method leads elsewhere. */
export async function signInWith(method: SignInMethod, answer: Answer, context: Context): Promise<HttpResponse> {
  const { open, form } = answer;
  const elsewhere = method.takesName ? await followDomain(answer, context) : null;
  if (elsewhere !== null) return elsewhere;
  if (!method.isAllowed(open.required)) return refuseForm(open, [400, 'no_way_to_sign_in'], context);
  const result = await method.check(answer, context);
  switch (result.outcome) {
    case 'proved': {
      const { outcome: _, ...proved } = result;
      return acceptFirstProof({ open, caller: form, via: 'sign_in', ...proved }, context);
    }
    case 'refused':
      return asRefused(result.note.problem ?? 'refused', toPageWith(result.note, 'login', open, context));
    case 'answered':
      return result.response;
    default:
      return result satisfies never;
  }
}

/**
 * If the domain of a name belongs to a provider, sends the person there and reads no other field
 * (design: stable surface). A person who returned from a provider to sign in here is an exception.
 * @returns null if the name belongs to no provider
 */
async function followDomain({ open, form }: Answer, context: Context): Promise<HttpResponse | null> {
  const typed = (form.values.get('username') ?? '').trim();
  const found = providerOfName(typed, signInOptions(open, null, context).providers);
  if (found === null) return null;
  if ((await findLastUpstreamSignIn(context.db, open.interaction.hash)) !== null) return null;
  return goToProvider({ open, ...form }, found, typed.slice(0, maximumHint), context);
}

/** The first of two steps. The next page is the same for existing and unknown names (ux §1.1.11). */
async function saveUsername({ open, form }: Answer, context: Context): Promise<HttpResponse> {
  const username = form.values.get('username');
  const note = username === undefined ? { problem: 'missing_username', username: '' } : { ...choosing, username };
  return toPageWith(note, 'login', open, context);
}
