import { type KeptAnswer, openAnswer } from '#lib/account/account-answer';
import { accountFormToken } from '#lib/account/account-form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readSessions } from '#lib/login/current-session';
import { findRoute } from '#lib/routes';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { beforeTransaction } from './around-transaction';
import { createPerson, locationOf, type Person } from './person';
import { encodeForm, type FormFields, issuer, type TestProvider } from './provider';
import { cookieHeaderOf } from './sign-out';

/** A person who is signed in to their account. */
export type AccountHolder = Person & {
  readonly session: () => Promise<SessionWithUser>;
  /** Posts the form of an account page, for example `account/name`, with the CSRF token of the session. */
  readonly send: (page: string, fields: FormFields, headers?: HttpRequest['headers']) => Promise<HttpResponse>;
};

/** Signs a person in to their account, in a new browser or in one where they may already be signed in. */
export async function signInToAccount(
  provider: TestProvider,
  username = 'alice',
  person = createPerson(provider),
): Promise<AccountHolder> {
  const way = await person.get('/account/sign-in?to=%2Faccount');
  if (locationOf(way).includes('/login?')) await person.signIn(way, username);
  const session = async () => {
    const { current } = await readSessions(cookieHeaderOf(person), provider.context());
    if (current === null) throw new Error('nobody is signed in');
    return current;
  };
  const send: AccountHolder['send'] = async (page, fields, headers) =>
    person.submit(page, { csrf: accountFormToken(await session(), provider.context()), ...fields }, headers);
  return { ...person, session, send };
}

/**
 * Posts the form of an account page, while something else happens: the form was checked, and its first transaction has
 * not begun.
 */
export async function sendWhile(
  provider: TestProvider,
  holder: AccountHolder,
  [page, fields]: readonly [page: string, fields: FormFields],
  happen: () => Promise<unknown>,
): Promise<HttpResponse> {
  const context = provider.context();
  const path = `/${page}/submit`;
  const route = findRoute(path);
  if (route === undefined) throw new Error(`no handler for ${path}`);
  const csrf = accountFormToken(await holder.session(), context);
  const headers = {
    origin: issuer,
    'content-type': 'application/x-www-form-urlencoded',
    cookie: cookieHeaderOf(holder),
  };
  const request = { method: 'POST', path, query: '', headers, clientAddress: '192.0.2.1' };
  const db = beforeTransaction(context.db, happen);
  return route.handler({ ...request, body: encodeForm({ csrf, ...fields }) }, { ...context, db });
}

/** The data that a form of the account stored for its next page, and the path of that page. */
export function answerKept(
  provider: TestProvider,
  response: HttpResponse,
  sub: string,
): { readonly path: string; readonly kept: KeptAnswer | null } {
  const { pathname: path, searchParams } = new URL(locationOf(response));
  const kept = openAnswer(searchParams.get('answer') ?? undefined, { sub, path }, provider.context());
  return { path, kept };
}
