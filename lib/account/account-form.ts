import type { Context, Handler } from '#lib/context';
import { noPage } from '#lib/http/html';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Wording } from '#lib/i18n/translate';
import { readSessions } from '#lib/login/current-session';
import { beginPortalSignIn } from '#lib/login/portal/start-portal';
import { type ProblemPage, problemPage } from '#lib/login/problem-page';
import { type PostedForm, readPostedForm } from '#lib/login/read-form';
import { respondProblem } from '#lib/login/respond';
import type { MailPlace } from '#lib/mail/mail-kinds';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { callerOf, placeOfCaller } from '#lib/sessions/caller';
import { csrfToken, verifyCsrf } from '#lib/sessions/csrf';
import { type KeptAnswer, sealAnswer } from './account-answer';
import { isAccountGone } from './account-gone';
import { enoughForAccount } from './enough-for-account';
import { type FileForm, readFileForm } from './read-file-form';
import { type Freshness, requireFresh } from './require-fresh';

/** A posted form of a signed-in person, after every check of the request itself. */
export type AccountPost = {
  readonly session: SessionWithUser;
  /** The browser of the session, with the other people who are signed in there. */
  readonly browser: BrowserState & { readonly browserId: string };
  readonly form: PostedForm;
  /** The field `decision`; empty without one. */
  readonly decision: string;
  /** The path of the page, for a parameter that it has. */
  readonly path: string;
  /** The person answered the question that `confirm` asked. */
  readonly isConfirmed: boolean;
  /** What was chosen in the field of a form that takes a file; null for nothing, and in every other form. */
  readonly file: Buffer | null;
  /** Where it came from, for mails and notices. */
  readonly place: MailPlace;
  readonly request: HttpRequest;
};

/** How a form is answered. */
export type AccountResult =
  /** Leads on, to the page itself if `to` is left out, with a banner that says so. */
  | { readonly done: Wording; readonly to?: string; readonly cookies?: readonly string[] }
  /** Leads back to the page with the problem at its field, or above the form without one. */
  | { readonly problem: Wording; readonly field?: string }
  /** Asks once; the answer comes with the same fields and `isConfirmed`. */
  | { readonly confirm: { readonly heading: Wording; readonly text: Wording; readonly button: Wording } }
  /** Anything else, for example a page that is shown once. */
  | { readonly response: HttpResponse };

type AccountForm = {
  /** Whether the policy has this form; 404 where it does not. Left out, it always does. */
  readonly exists?: (context: Context) => boolean;
  /** What the form asks of the sign-in; left out, any session will do. */
  readonly fresh?: Freshness;
  /** The fields that come back with a problem or after a new sign-in. A password or code is never among them. */
  readonly typed?: readonly string[];
  /** The name of the field with a file; the row of the route table has `takesFile`. */
  readonly fileField?: string;
  readonly handle: (post: AccountPost, context: Context) => Promise<AccountResult>;
};

/** Longer texts are cut before they travel in an address, and more fields are left out. */
const maximumTyped = 254;
const maximumFields = 8;

/**
 * Makes the handler of a form of the account, POST to the page's path and `/submit`: same origin, a form, a session, a
 * token of that session (security #100) and a fresh sign-in come first. It always ends in one redirect or page.
 */
export function accountForm({ exists, fresh, typed = [], fileField, handle }: AccountForm): Handler {
  return async (request, context) => {
    const form = fileField === undefined ? plain(request, context) : await readFileForm(request, fileField, context);
    if (form.page === 'problem') return respondProblem(form);
    const path = pageOf(request);
    const { browserId, ...people } = await readSessions(form.cookieHeader, context);
    const session = enoughForAccount(people.current, context);
    if (session === null || browserId === null) return toSignIn(path, context);
    if (!hasFormToken(form, session, context)) return respondProblem(problemPage(403, 'forbidden_origin', context));
    if (exists !== undefined && !exists(context)) return noPage(context);
    const kept = Object.fromEntries(typed.map((name) => [name, (form.values.get(name) ?? '').slice(0, maximumTyped)]));
    const missing = fresh === undefined ? null : await requireFresh(session, fresh, context);
    if (missing !== null) {
      const answer = sealAnswer({ kind: 'typed', typed: kept }, { sub: session.sub, path }, context);
      return beginPortalSignIn({ area: path, ...missing, typed: answer }, form.cookieHeader, context);
    }
    const decision = form.values.get('decision') ?? '';
    const isConfirmed = form.values.get(confirmedField) === '1';
    const post = {
      session,
      browser: { browserId, ...people },
      form,
      decision,
      path,
      isConfirmed,
      file: form.file,
      place: placeOfCaller(callerOf(request)),
      request,
    };
    const result = await handle(post, context).catch(goneToSignIn(path, context));
    return answer(result, { sub: session.sub, path, form, typed: kept }, context);
  };
}

/** No field of these forms comes twice. */
const noLists: ReadonlySet<string> = new Set();

function plain(request: HttpRequest, context: Context): FileForm | ProblemPage {
  const form = readPostedForm(request, context, noLists);
  return form.page === 'problem' ? form : { ...form, file: null };
}

/** The hidden field of the page that asks back. */
const confirmedField = 'confirmed';

const purpose = 'account';

/** The hidden field `csrf` of the forms of the account, bound to the session. */
export function accountFormToken({ sid }: Pick<SessionWithUser, 'sid'>, { settings }: Pick<Context, 'settings'>) {
  return csrfToken(settings.secret, { handle: sid }, purpose);
}

export function hasFormToken({ values }: PostedForm, { sid }: SessionWithUser, { settings }: Context): boolean {
  return verifyCsrf(settings.secret, { handle: sid }, purpose, values.get('csrf') ?? '');
}

/** The address that signs a person in, and leads to a page of the account from there. */
export function signInAddress(path: string, asked: Readonly<Record<string, string>> = {}): string {
  return `/account/sign-in?${new URLSearchParams({ to: path, ...asked })}`;
}

/** A person whose account was deleted in the meantime is signed out. */
function goneToSignIn(path: string, context: Context) {
  return (error: unknown): AccountResult => {
    if (!isAccountGone(error)) throw error;
    return { response: toSignIn(path, context) };
  };
}

function toSignIn(path: string, { settings }: Context): HttpResponse {
  return seeOther(`${settings.issuer}${signInAddress(path)}`);
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
