import type { Context, Handler } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import { hasFormBody, type Parameters, parseParameters } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { type LanguageSource, readLocale } from '#lib/protocol/read-locale';
import { readBinding } from '#lib/sessions/browser-binding';
import { type Caller, callerOf } from '#lib/sessions/caller';
import { isSameOrigin, verifyCsrf } from '#lib/sessions/csrf';
import { readZoneCookie } from '#lib/sessions/time-zone-cookie';
import type { PageFrame } from '#lib/theme/brand';
import type { MailOrigin } from '#lib/users/mail-recipient';
import { findFirstAnswer } from './find-first-answer';
import { findOwnInteraction, type OpenInteraction, openInteraction } from './load-interaction';
import { type Answered, openProblem, type ProblemPage, problemPage } from './problem-page';
import { refuseForm, respondProblem } from './respond';

/** The fields that occur once for each selected checkbox. */
const lists: ReadonlySet<string> = new Set(['scope', 'claim']);

export type PostedForm = Parameters & Caller & { readonly page: 'form' };

/**
 * The fields of a posted form. The request must come from one of our pages: same origin, a form, well-formed, and no
 * repeated field except checkboxes.
 */
export function readPostedForm(request: HttpRequest, context: Context, ticked = lists): PostedForm | ProblemPage {
  if (!isSameOrigin(request.headers, context.settings.issuer)) return problemPage(403, 'forbidden_origin', context);
  if (!hasFormBody(request)) return problemPage(415, 'invalid_request', context);
  const parameters = parseParameters(request.body, ticked);
  if (parameters === null || parameters.repeated.size > 0) return problemPage(400, 'invalid_request', context);
  const formHash = sha256(`${request.path}\n${request.body}`);
  return { ...parameters, page: 'form', ...callerOf(request), formHash };
}

/** A form that was sent from a page of an interaction. */
type PostedInteraction = {
  readonly page: 'posted';
  readonly form: PostedForm;
  /** The value of the pressed button. */
  readonly decision: string | undefined;
  readonly open: OpenInteraction;
  readonly request: HttpRequest;
};

/**
 * Handles a form of an interaction, after its token was verified.
 * @param answer returns null for a button that the page does not have
 */
export function interactionForm(
  answer: (posted: PostedInteraction, context: Context) => Promise<HttpResponse | null>,
): Handler {
  return async (request, context) => {
    const posted = await readInteractionForm(request, context);
    if (posted.page === 'problem') return respondProblem(posted);
    return (await answer(posted, context)) ?? refuseForm(posted.open, [400, 'invalid_request'], context);
  };
}

/** A posted form and its interaction, after its token was verified. Otherwise the problem. */
export async function readInteractionForm(
  request: HttpRequest,
  context: Context,
): Promise<PostedInteraction | ProblemPage | Answered> {
  const form = readPostedForm(request, context);
  if (form.page === 'problem') return form;
  const open = await openPosted(form, context);
  if (open.page === 'problem') return open;
  if (!hasValidCsrf(form, open.handle, context)) return openProblem(open, [403, 'forbidden_origin'], context);
  return { page: 'posted', form, decision: form.values.get('decision'), open, request };
}

/** The interaction of a form, or the first answer if the browser sends the form again. */
export async function openPosted(
  form: PostedForm,
  context: Context,
): Promise<OpenInteraction | ProblemPage | Answered> {
  const own = await findOwnInteraction(form.values.get('interaction') ?? null, form.cookieHeader, context);
  if (own.page === 'problem') return own;
  const firstAnswer = await findFirstAnswer(own.interaction, form, context);
  return firstAnswer === null ? openInteraction(own, context) : { page: 'problem', firstAnswer };
}

/**
 * Checks the form's token against the browser-binding cookie.
 * @param purpose the purpose of the token: the interaction's handle, or the page's name
 * @param field the field that holds the token
 */
export function hasValidCsrf(form: PostedForm, purpose: string, { settings }: Context, field = 'csrf'): boolean {
  const binding = readBinding(form.cookieHeader, settings);
  const token = form.values.get(field);
  if (binding === null || token === undefined) return false;
  return binding.all.some((one) => verifyCsrf(settings.secret, one, purpose, token));
}

/** The language and the look of the page whose form causes a mail. */
export async function mailOrigin(
  request: LanguageSource,
  frame: PageFrame | null,
  context: Context,
): Promise<MailOrigin> {
  const timeZone = readZoneCookie(request.headers.cookie, context.settings);
  return { locale: await readLocale(request, context), tenant: frame?.brand.tenant ?? null, timeZone };
}
