import type { Context } from '#lib/context';
import type { Answer, Prove, Sent, Who } from '#lib/forms/form';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { Wording } from '#lib/i18n/translate';
import { readSessions } from '#lib/login/current-session';
import { beginPortalSignIn } from '#lib/login/portal/start-portal';
import { problemPage } from '#lib/login/problem-page';
import { mailOrigin } from '#lib/login/read-form';
import { respondProblem } from '#lib/login/respond';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { bindBrowser } from '#lib/sessions/browser-binding';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { type Caller, callerOf, placeOfCaller } from '#lib/sessions/caller';
import { csrfToken, verifyCsrf } from '#lib/sessions/csrf';
import type { MailOrigin } from '#lib/users/mail-recipient';
import { type AccountProof, proven } from '#lib/vocabulary/account-proof';
import { doneAddress, sealAnswer } from './account-answer';
import { isAccountGone } from './change-own';
import { personFrame } from './person-view';
import { enoughForAccount, requireFresh } from './require-fresh';

/** A form of a signed-in person: who sends it, and from where. */
export type SignedIn = {
  readonly session: SessionWithUser;
  /** The browser of the session, with all people who are signed in there. */
  readonly browser: BrowserState & { readonly browserId: string };
  readonly caller: Caller;
  /** The path of the page. It may contain a parameter. */
  readonly path: string;
  /** The person confirmed the question of `confirm`. */
  readonly isConfirmed: boolean;
  /** The place and browser of the request, for mails and notices. */
  readonly place: MailPlace;
  /** The language and the look of the page, for mails. */
  readonly origin: MailOrigin;
};

/** The same for a form that requires a fresh sign-in. */
export type Fresh = SignedIn & { readonly proof: AccountProof<'person'> };

/** What a form says on its page: a problem at a field or above the form, or a question. */
export type AccountState = {
  readonly problem?: { readonly words: Wording; readonly field: string | null };
  /** The confirmed form has the same fields, and `isConfirmed` is set. */
  readonly confirm?: { readonly heading: Wording; readonly text: Wording; readonly button: Wording };
};

export type AccountAnswer = Answer<AccountState>;

/** The signed-in person, for form(). A confirmation in the administration never counts here (decision 021). */
export const person: Who<SignedIn, AccountState> = {
  own: [],
  admit: async (sent, context) => {
    const { posted, page: path } = sent;
    const caller = callerOf(posted.request);
    const { browserId, ...people } = await readSessions(caller.cookieHeader, context);
    const session = enoughForAccount(people.current, context);
    if (session === null || browserId === null) return { answer: { response: toSignInWith(sent, context) } };
    if (!hasAccountFormToken(posted.text('csrf'), session, context)) {
      return { answer: { response: staleForm(path, context) } };
    }
    // The form itself says nothing of the language of its page. It may contain a file.
    const request = { ...posted.request, body: '' };
    const frame = personFrame(session.user, context.snapshot);
    const origin = { ...(await mailOrigin(request, frame, context)), sid: session.sid };
    const browser = { browserId, ...people };
    const isConfirmed = posted.text('confirmed') === '1';
    return { person: { session, browser, caller, path, isConfirmed, place: placeOfCaller(caller), origin } };
  },
  tellProblems: (_, context) => ({ response: respondProblem(problemPage(400, 'invalid_request', context)) }),
  // The account was deleted, or the session ended in the meantime.
  tellError: (error, { page }, context) => (isAccountGone(error) ? { response: toSignIn(page, context) } : null),
};

/** Requires a fresh sign-in, with the second factor of a person who has one (security #183). */
export const fresh: Prove<SignedIn, Fresh, AccountState> = async (signedIn, { shown }, context) => {
  const { session, path, caller } = signedIn;
  const missing = await requireFresh(session, context);
  if (missing === null) return { person: { ...signedIn, proof: proven('person', session.sub) } };
  const typed = sealAnswer({ kind: 'typed', typed: typedValues(shown) }, { sub: session.sub, path }, context);
  return {
    answer: { response: await beginPortalSignIn({ area: path, ...missing, typed }, caller.cookieHeader, context) },
  };
};

/** Shows the page of the form with a problem. */
export function problem(words: Wording, field: string | null = null): AccountAnswer {
  return { again: { problem: { words, field } } };
}

/** Redirects to a page of the account, which shows a banner with this message. */
export function done(
  words: Wording,
  { session, path }: Pick<SignedIn, 'session' | 'path'>,
  context: Context,
  { to = path, cookies = [] }: { readonly to?: string; readonly cookies?: readonly string[] } = {},
): AccountAnswer {
  return { goTo: doneAddress(words, { sub: session.sub, path: to }, context), cookies };
}

const purpose = 'account';

/** The value of the hidden field `csrf` in forms of the account, bound to the session. */
export function accountFormToken({ sid }: Pick<SessionWithUser, 'sid'>, { settings }: Pick<Context, 'settings'>) {
  return csrfToken(settings.secret, { handle: sid }, purpose);
}

export function hasAccountFormToken(token: string, { sid }: SessionWithUser, { settings }: Context): boolean {
  return verifyCsrf(settings.secret, { handle: sid }, purpose, token);
}

/** The address that signs a person in and then leads to a page of the account. */
export function signInAddress(path: string, asked: Readonly<Record<string, string>> = {}): string {
  return `/account/sign-in?${new URLSearchParams({ to: path, ...asked })}`;
}

/** The form is of another session: of before a sign-in in another tab, perhaps as somebody else. */
function staleForm(path: string, context: Context): HttpResponse {
  return respondProblem({
    ...problemPage(403, 'forbidden_origin', context),
    again: { word: 'restart', href: path },
  });
}

/** Redirects a person whose session has ended to the sign-in, and from there to the page with what they typed. */
function toSignInWith({ posted, shown, page: path, needsProof }: Sent, context: Context): HttpResponse {
  const typed = typedValues(shown);
  if (Object.values(typed).every((value) => value === '')) return toSignIn(path, context);
  const { hash, setCookie } = bindBrowser(posted.request.headers.cookie, context.settings);
  const answer = sealAnswer({ kind: 'typed', typed }, { browser: hash, path }, context);
  // Otherwise the page would ask for the second factor, and lose the answer.
  const factors = needsProof ? { factors: '1' } : {};
  return withCookies(toSignIn(path, context, { ...factors, answer }), setCookie);
}

function toSignIn(path: string, { settings }: Context, asked?: Readonly<Record<string, string>>): HttpResponse {
  return seeOther(`${settings.issuer}${signInAddress(path, asked)}`);
}

/** Longer texts are cut before they are put into an address, and further fields are left out. */
const maximumTyped = 254;
const maximumFields = 8;

function typedValues({ values }: Sent['shown']): Readonly<Record<string, string>> {
  const typed = Object.entries(values).filter(([name]) => name !== 'decision');
  return Object.fromEntries(
    typed.slice(0, maximumFields).map(([name, [value = '']]) => [name, value.slice(0, maximumTyped)]),
  );
}
