import type { Context, Handler } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Wording } from '#lib/i18n/translate';
import { readSessions } from '#lib/login/current-session';
import { mailOrigin } from '#lib/login/mail-origin';
import { beginPortalSignIn } from '#lib/login/portal/start-portal';
import { type ProblemPage, problemPage } from '#lib/login/problem-page';
import { type PostedForm, readPostedForm } from '#lib/login/read-form';
import { respondProblem } from '#lib/login/respond';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { callerOf, placeOfCaller } from '#lib/sessions/caller';
import { csrfToken, verifyCsrf } from '#lib/sessions/csrf';
import type { MailOrigin } from '#lib/users/mail-recipient';
import { type AccountProof, proven } from '#lib/vocabulary/account-proof';
import { type KeptAnswer, sealAnswer } from './account-answer';
import { isAccountGone } from './change-own';
import { personFrame } from './person-view';
import { type FileForm, readFileForm } from './read-file-form';
import { enoughForAccount, type Freshness, requireFresh } from './require-fresh';

/** A posted form of a signed-in person, after all checks of the request itself. */
export type AccountPost = {
  readonly session: SessionWithUser;
  /** The browser of the session, with all people who are signed in there. */
  readonly browser: BrowserState & { readonly browserId: string };
  readonly form: PostedForm;
  /** The field `decision`. Empty without one. */
  readonly decision: string;
  /** The path of the page. It may contain a parameter. */
  readonly path: string;
  /** The person confirmed the question of `confirm`. */
  readonly isConfirmed: boolean;
  /** The file that was chosen, in a form with a file. Null if none was chosen, and in every other form. */
  readonly file: Buffer | null;
  /** The place and browser of the request, for mails and notices. */
  readonly place: MailPlace;
  /** The language and the look of the page, for mails. */
  readonly origin: MailOrigin;
};

/** The post of a form that requires a fresh sign-in. */
export type FreshPost = AccountPost & { readonly proof: AccountProof<'person'> };

/** The result of a form. */
export type AccountResult =
  /** Redirects to `to`, or to the page itself, which then shows a banner with this message. */
  | { readonly done: Wording; readonly to?: string; readonly cookies?: readonly string[] }
  /** Redirects back to the page, with the problem at its field or, without a field, above the form. */
  | { readonly problem: Wording; readonly field?: string }
  /** Asks for confirmation once. The confirmed form has the same fields, and `isConfirmed` is set. */
  | { readonly confirm: { readonly heading: Wording; readonly text: Wording; readonly button: Wording } }
  /** Any other response, for example a page that is shown once. */
  | { readonly response: HttpResponse };

type AccountForm = {
  /** Whether the form exists under the policy. If not, the response is 404. If left out, it always exists. */
  readonly exists?: (context: Context) => boolean;
  /** The path of the page with the form. If left out, the form's own without `/submit`. */
  readonly page?: string;
  /**
   * The fields whose values are shown again with a problem or after a new sign-in. They never include a password or
   * code.
   */
  readonly typed?: readonly string[];
  /** The name of the field with a file. The row of the route table must have `takesFile`. */
  readonly fileField?: string;
};

/** A form for which any session is enough. It gets no proof. */
type OpenForm = AccountForm & { readonly fresh?: undefined; readonly handle: Handle<AccountPost> };

/** A form that requires a fresh sign-in. */
type FreshForm = AccountForm & { readonly fresh: Freshness; readonly handle: Handle<FreshPost> };

type Handle<Post> = (post: Post, context: Context) => Promise<AccountResult>;

/** Longer texts are cut before they are put into an address, and further fields are left out. */
const maximumTyped = 254;
const maximumFields = 8;

/**
 * Creates the handler for a form of the account, a POST to the page's path and `/submit`. It first requires the same
 * origin, a form, a session, a CSRF token of that session (security #100) and a fresh sign-in. It always ends with one
 * redirect or page.
 */
export function accountForm(form: FreshForm): Handler;
export function accountForm(form: OpenForm): Handler;
export function accountForm(accountForm: FreshForm | OpenForm): Handler {
  const { exists, page, fresh, typed = [], fileField } = accountForm;
  return async (request, context) => {
    const form = fileField === undefined ? plain(request, context) : await readFileForm(request, fileField, context);
    if (form.page === 'problem') return respondProblem(form);
    const path = page ?? pageOf(request);
    const kept = Object.fromEntries(typed.map((name) => [name, (form.values.get(name) ?? '').slice(0, maximumTyped)]));
    const { browserId, ...people } = await readSessions(form.cookieHeader, context);
    const session = enoughForAccount(people.current, context);
    if (session === null || browserId === null) return toSignInWith(kept, { path, fresh }, form, context);
    if (!hasAccountFormToken(form, session, context)) return respondProblem(staleForm(path, context));
    if (exists !== undefined && !exists(context)) return noPage(context);
    const missing = fresh === undefined ? null : await requireFresh(session, fresh, context);
    if (missing !== null) {
      const answer = sealAnswer({ kind: 'typed', typed: kept }, { sub: session.sub, path }, context);
      return beginPortalSignIn({ area: path, ...missing, typed: answer }, form.cookieHeader, context);
    }
    const decision = form.values.get('decision') ?? '';
    const isConfirmed = form.values.get(confirmedField) === '1';
    const post: AccountPost = {
      session,
      browser: { browserId, ...people },
      form,
      decision,
      path,
      isConfirmed,
      file: form.file,
      place: placeOfCaller(callerOf(request)),
      // The form itself says nothing of the language of its page. It may contain a file.
      origin: await mailOrigin({ ...request, body: '' }, personFrame(session.user, context.snapshot), context),
    };
    const handled =
      accountForm.fresh === undefined
        ? accountForm.handle(post, context)
        : accountForm.handle({ ...post, proof: proven('person', session.sub) }, context);
    const result = await handled.catch(goneToSignIn(path, context));
    return answer(result, { sub: session.sub, path, form, typed: kept }, context);
  };
}

/** No field of these forms may be repeated. */
const noLists: ReadonlySet<string> = new Set();

function plain(request: HttpRequest, context: Context): FileForm | ProblemPage {
  const form = readPostedForm(request, context, noLists);
  return form.page === 'problem' ? form : { ...form, file: null };
}

/** The hidden field of the confirmation page. */
const confirmedField = 'confirmed';

const purpose = 'account';

/** The value of the hidden field `csrf` in forms of the account, bound to the session. */
export function accountFormToken({ sid }: Pick<SessionWithUser, 'sid'>, { settings }: Pick<Context, 'settings'>) {
  return csrfToken(settings.secret, { handle: sid }, purpose);
}

export function hasAccountFormToken({ values }: PostedForm, { sid }: SessionWithUser, { settings }: Context): boolean {
  return verifyCsrf(settings.secret, { handle: sid }, purpose, values.get('csrf') ?? '');
}

/** The address that signs a person in and then leads to a page of the account. */
export function signInAddress(path: string, asked: Readonly<Record<string, string>> = {}): string {
  return `/account/sign-in?${new URLSearchParams({ to: path, ...asked })}`;
}

/** The form is of another session: of before a sign-in in another tab, perhaps as somebody else. */
function staleForm(path: string, context: Context): ProblemPage {
  return { ...problemPage(403, 'forbidden_origin', context), again: { word: 'restart', href: path } };
}

/** Redirects a person whose session has ended to the sign-in, and from there to the page with what they typed. */
function toSignInWith(
  typed: Readonly<Record<string, string>>,
  { path, fresh }: { readonly path: string; readonly fresh: Freshness | undefined },
  { cookieHeader }: PostedForm,
  context: Context,
): HttpResponse {
  if (Object.values(typed).every((value) => value === '')) return toSignIn(path, context);
  const { hash, setCookie } = bindBrowser(cookieHeader, context.settings);
  const answer = sealAnswer({ kind: 'typed', typed }, { browser: hash, path }, context);
  // Otherwise the page would ask for the second factor, and lose the answer.
  const factors = fresh?.changesFactors ? { factors: '1' } : {};
  return withCookies(toSignIn(path, context, { ...factors, answer }), setCookie);
}

/** Redirects a person whose account was deleted or whose session ended in the meantime to the sign-in. */
function goneToSignIn(path: string, context: Context) {
  return (error: unknown): AccountResult => {
    if (!isAccountGone(error)) throw error;
    return { response: toSignIn(path, context) };
  };
}

function toSignIn(path: string, { settings }: Context, asked?: Readonly<Record<string, string>>): HttpResponse {
  return seeOther(`${settings.issuer}${signInAddress(path, asked)}`);
}

function pageOf({ path }: HttpRequest): string {
  return path.replace(/\/submit$/, '');
}

type Answered = {
  readonly sub: string;
  readonly path: string;
  readonly form: PostedForm;
  readonly typed: Readonly<Record<string, string>>;
};

function answer(result: AccountResult, { sub, path, form, typed }: Answered, context: Context): HttpResponse {
  if ('response' in result) return result.response;
  const lead = (kept: KeptAnswer, to = path) => {
    const query = new URLSearchParams({ answer: sealAnswer(kept, { sub, path: to }, context) });
    return seeOther(`${context.settings.issuer}${to}?${query}`);
  };
  if ('done' in result) {
    return withCookies(lead({ kind: 'done', words: mutable(result.done) }, result.to), result.cookies ?? []);
  }
  if ('problem' in result) {
    return lead({ kind: 'problem', words: mutable(result.problem), field: result.field ?? null, typed });
  }
  const { heading, text, button } = result.confirm;
  const fields = Object.fromEntries(
    [...form.values]
      .filter(([name]) => name !== 'csrf')
      .slice(0, maximumFields)
      .map(([name, value]) => [name.slice(0, maximumTyped), value.slice(0, maximumTyped)]),
  );
  const words = { heading: mutable(heading), text: mutable(text), button: mutable(button) };
  return lead({ kind: 'confirm', ...words, fields });
}

function mutable({ key, values }: Wording) {
  return { key, values: { ...values } };
}
