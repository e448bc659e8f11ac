import { type KeptAnswer, openAnswer } from '#lib/account/account-answer';
import { type AccountState, accountFormToken } from '#lib/account/person';
import type { Shown } from '#lib/forms/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { catalogs, isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import type { Wording } from '#lib/i18n/translate';
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

type Words = Pick<Wording, 'key'>;

/** What a form of the account answers with: a redirect with a sealed answer, or its page again. */
type Told =
  | KeptAnswer
  | {
      readonly kind: 'problem';
      readonly words: Words;
      readonly field: string | null;
      readonly typed: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'confirm';
      readonly heading: Words;
      /** Not known of the production build. */
      readonly button?: Words;
      readonly fields: Readonly<Record<string, string>>;
    };

/** What a form of the account told the person, and the path of the page that shows it. */
export function answerKept(
  provider: TestProvider,
  { again, ...response }: HttpResponse,
  sub: string,
): { readonly path: string; readonly kept: Told | null } {
  if (again !== undefined) return { path: again.address, kept: toldBy(again.state) };
  if (response.status === 200) return readPage(response.body);
  const { pathname: path, searchParams } = new URL(locationOf(response));
  const kept = openAnswer(searchParams.get('answer') ?? undefined, { sub, path }, provider.context());
  return { path, kept };
}

function toldBy({ values = {}, problem, confirm }: Partial<AccountState & Shown>): Told | null {
  const typed = Object.fromEntries(Object.entries(values).map(([name, [value = '']]) => [name, value]));
  if (confirm !== undefined) return { kind: 'confirm', ...confirm, fields: typed };
  return problem === undefined ? null : { kind: 'problem', ...problem, typed };
}

/** The same of a page that the production build drew. */
function readPage(body: string) {
  const path = /action="([^"]+)\/submit"/.exec(body)?.[1] ?? '';
  const inputs = [...body.matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]) => tag);
  const attributeOf = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  const typed = Object.fromEntries(
    inputs.map((tag) => [attributeOf(tag, 'name') ?? '', attributeOf(tag, 'value') ?? '']),
  );
  if (body.includes('data-page="account-confirm"')) {
    const heading = { key: keyOf(/<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]) };
    return { path, kept: { kind: 'confirm', heading, fields: typed } } as const;
  }
  const summary = /data-problem[^>]*>.*?<li>(?:<a href="#([^"]+)"[^>]*>)?([^<]*)/.exec(body);
  if (summary === null) return { path, kept: null };
  const [, field = null, text] = summary;
  return { path, kept: { kind: 'problem', words: { key: keyOf(text) }, field, typed } } as const;
}

/** The message that a text of a page is, in whichever language. */
function keyOf(text = ''): MessageKey {
  const plain = text.replace(/<[^>]*>/g, '').replace(/&#x27;/g, "'");
  const isText = ([key, message]: readonly [string, string]): boolean =>
    /^(account|factor|login|passkey|setup|sign_up)\./.test(key) &&
    new RegExp(`^${message.split(argument).map(literally).join('.+')}$`).test(plain);
  const found = Object.values(catalogs)
    .flatMap((catalog) => messagesOf(catalog))
    .find(isText)?.[0];
  if (found === undefined || !isMessageKey(found)) throw new Error(`no message says ${plain}`);
  return found;
}

/** A value, or the choice between plurals. */
const argument = /\{(?:[^{}]|\{[^{}]*\})*\}/;
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function messagesOf(group: object, path = ''): (readonly [key: string, message: string])[] {
  return Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value] as const] : messagesOf(value, `${path}${name}.`),
  );
}
