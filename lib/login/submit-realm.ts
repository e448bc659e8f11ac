import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { providerOfDomain } from '#lib/interactions/choose-sign-in';
import { noteProblem } from '#lib/interactions/store';
import type { Context } from '#lib/protocol/context';
import { cancelSignIn } from './cancel-sign-in';
import { goToProvider } from './federation/go-to-provider';
import { openProblem } from './frame-of';
import { loadAnyInteraction, type OpenDevice, type OpenInteraction } from './load-interaction';
import { hasValidCsrf, readPostedForm } from './read-form';
import { respondProblem, toPage } from './respond';
import { choosing, signInOf, signInOptions } from './sign-in-options';
import { submitProvider } from './submit-provider';

/** POST /realm/submit: the person chooses a provider or the password, or types where they belong. */
export async function handleRealmSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return respondProblem(form);
  const open = await loadAnyInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (open.page === 'problem') return respondProblem(open);
  if (!hasValidCsrf(form, open.handle, context))
    return respondProblem(openProblem(open, [403, 'forbidden_origin'], context));
  const provider = form.values.get('provider');
  if (provider !== undefined) return submitProvider(open, provider, context);
  switch (form.values.get('decision')) {
    case 'cancel':
      return cancelSignIn(open, form, context);
    case 'continue':
      return submitDomain(open, form.values.get('username') ?? '', context);
    default:
      return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  }
}

/** Longer than any address. */
const maximumTyped = 254;

/** One provider answers: there at once. No one does: to the password, with what was typed (ux §1.3.6). */
async function submitDomain(open: OpenInteraction | OpenDevice, text: string, context: Context): Promise<HttpResponse> {
  const typed = text.trim().slice(0, maximumTyped);
  const { providers, localLogin } = signInOptions(signInOf(open), null, context);
  const found = providerOfDomain(typed, providers);
  if (found !== null) return goToProvider(open, found, typed.includes('@') ? typed : null, context);
  const username = typed.slice(0, 100);
  if (typed === '') return note(open, { problem: 'missing_domain', username }, 'realm', context);
  if (localLogin && typed.includes('@')) return note(open, { problem: choosing, username }, 'login', context);
  return note(open, { problem: 'unknown_domain', username }, 'realm', context);
}

async function note(
  open: OpenInteraction | OpenDevice,
  kept: { problem: string; username: string },
  page: 'login' | 'realm',
  context: Context,
): Promise<HttpResponse> {
  await noteProblem(context.db, open.interaction.hash, kept);
  return toPage(page, open, context);
}
