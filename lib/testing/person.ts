import { createHash, randomBytes } from 'node:crypto';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readConsentPage } from '#lib/login/consent/read';
import { readLoginPage } from '#lib/login/sign-in/read';
import { encodeForm, type FormFields, issuer, type TestProvider } from './provider';

export const password = 'correct horse battery staple';
export const redirectUri = 'https://rp.test/cb';

/** A person with a browser that keeps cookies, opens the interaction pages and posts their forms. */
export type Person = {
  readonly cookies: Map<string, string>;
  readonly get: (path: string) => Promise<HttpResponse>;
  readonly submit: (page: string, fields: FormFields, headers?: HttpRequest['headers']) => Promise<HttpResponse>;
  /** Fills in the login page that an authorization response redirects to. */
  readonly signIn: (response: HttpResponse, username?: string, fields?: FormFields) => Promise<HttpResponse>;
  /** The fields that allow everything on the consent page that a sign-in redirects to. */
  readonly consentForm: (response: HttpResponse) => Promise<FormFields>;
  /** Allows everything on the consent page that a sign-in redirects to, or answers it with `fields`. */
  readonly allow: (response: HttpResponse, fields?: FormFields) => Promise<HttpResponse>;
};

export function createPerson(provider: TestProvider, clientAddress = '192.0.2.1'): Person {
  const cookies = new Map<string, string>();
  const cookieHeader = () => (cookies.size === 0 ? undefined : [...cookies].map((pair) => pair.join('=')).join('; '));
  const keep = (response: HttpResponse) => {
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const get: Person['get'] = async (path) =>
    keep(await provider.send(path, { clientAddress, headers: { cookie: cookieHeader() } }));
  const submit: Person['submit'] = async (page, fields, headers = {}) => {
    const formHeaders = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', cookie: cookieHeader() };
    const request = { body: encodeForm(fields), clientAddress, headers: { ...formHeaders, ...headers } };
    return keep(await provider.send(`/${page}/submit`, request));
  };
  const pageInput = (response: HttpResponse) => ({
    interaction: new URL(locationOf(response)).searchParams.get('interaction'),
    cookieHeader: cookieHeader(),
  });
  const consentForm: Person['consentForm'] = async (response) => {
    const page = await readConsentPage(provider.context(), pageInput(response));
    if (page.page !== 'consent') throw new Error(`expected the consent page, found ${JSON.stringify(page)}`);
    const { interaction, csrf } = page.form;
    const scope = page.scopes.map(({ name }) => name);
    const claim = page.claims.flatMap(({ claims }) => claims.map((one) => one.claim));
    return { interaction: interaction ?? '', csrf, scope, claim, decision: 'allow' };
  };
  return {
    cookies,
    get,
    submit,
    signIn: async (response, username = 'alice', fields = {}) => {
      const page = await readLoginPage(provider.context(), pageInput(response));
      if (page.page !== 'login') throw new Error(`expected the login page, found ${JSON.stringify(page)}`);
      const { interaction, csrf } = page.form;
      const typed = { interaction: interaction ?? '', csrf, username, password, decision: 'sign_in' };
      return submit('login', { ...typed, ...fields });
    },
    consentForm,
    allow: async (response, fields = {}) => submit('consent', { ...(await consentForm(response)), ...fields }),
  };
}

/**
 * The target of a redirect.
 * @throws with status and body for any other response
 */
export function locationOf(response: HttpResponse): string {
  const { location } = response.headers;
  if (typeof location !== 'string')
    throw new Error(`no redirect but ${response.status}: ${response.body.slice(0, 500)}`);
  return location;
}

/** The parameters of an authorization response in the query. */
export function answerOf(response: HttpResponse): Record<string, string> {
  return Object.fromEntries(new URL(locationOf(response)).searchParams);
}

/** The authorization request of the security checks. Parameters can be changed, or removed with undefined. */
export function authorizeRequest(overrides: FormFields = {}): { path: string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    response_type: 'code',
    client_id: 'web',
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 's1',
    nonce: 'n1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...overrides,
  };
  return { path: `/connect/authorize?${encodeForm(parameters)}`, verifier };
}
