import { randomInt } from 'node:crypto';
import {
  codeIn,
  codeRequest,
  createHttpBrowser,
  type HttpBrowser,
  locationOf,
  signInByForm,
} from '#lib/testing/http-browser';
import { type Account, redirectUri, secret } from './configuration';

/** An error response, or no response. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number | null;
  /** 503 with Retry-After: the server did nothing and asks the client to retry. */
  readonly isAnnounced: boolean;
  /** No response, or any other failure of the server. */
  readonly isFault: boolean;

  constructor(what: string, answer: Response | null, detail: unknown) {
    super(`${what}: ${answer === null ? 'no answer' : answer.status} ${detail}`);
    this.status = answer?.status ?? null;
    this.isAnnounced = answer?.status === 503 && Number(answer.headers.get('retry-after')) > 0;
    this.isFault = !this.isAnnounced && (answer === null || answer.status >= 500);
  }
}

/** The issuer, and the server that requests go to. Behind a load balancer both are the same. */
export type Target = { readonly issuer: string; readonly server: string };

export type Tokens = { readonly access_token: string; readonly refresh_token?: string; readonly id_token?: string };

/** It is longer than the server waits for its database. */
const patienceMs = 30_000;

/** @throws Refused unless the answer is 200 */
async function ask(what: string, url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const sent = fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
  const answer = await sent.catch((error: unknown) => {
    throw new Refused(what, null, describe(error));
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Refused(what, answer, text.slice(0, 200));
  return text === '' ? {} : JSON.parse(text);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Sends a form as a client or as the API, with its secret. */
export function postForm(
  { server }: Target,
  path: string,
  id: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown>> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const what = `${path} ${fields.grant_type ?? ''}`.trim();
  return ask(what, server + path, { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) });
}

export async function askToken(target: Target, id: string, fields: Record<string, string>): Promise<Tokens> {
  const body = await postForm(target, '/connect/token', id, fields);
  const text = (name: string) => (typeof body[name] === 'string' ? { [name]: body[name] } : {});
  return { access_token: String(body.access_token), ...text('refresh_token'), ...text('id_token') };
}

/** Whether a token is active, by introspection as the API. */
export async function isActive(target: Target, token: string): Promise<boolean> {
  return (await postForm(target, '/connect/introspect', 'orders', { token })).active === true;
}

export function getJson({ server }: Target, path: string): Promise<Record<string, unknown>> {
  return ask(path, server + path, {});
}

/**
 * A browser with its own address, so that no limit of a network slows the load. It throws Refused for every 4xx and
 * 5xx.
 */
export function openBrowser({ issuer, server }: Target): HttpBrowser {
  const address = ['203.0', randomInt(256), randomInt(256)].join('.');
  const observe = (answer: Response) => {
    if (answer.status >= 400) throw new Refused(new URL(answer.url).pathname, answer, '');
  };
  const browser = createHttpBrowser(issuer, { server, headers: { 'x-forwarded-for': address }, observe });
  const tell = (error: unknown) => {
    throw error instanceof Refused ? error : new Refused('browser', null, describe(error));
  };
  return {
    get: (url) => browser.get(url).catch(tell),
    post: (url, fields) => browser.post(url, fields).catch(tell),
  };
}

/** The browser of a person and the application that they use. */
export type Visit = { readonly browser: HttpBrowser; readonly clientId: string; readonly person: Account };

/** Signs in with the password. */
export async function signIn(target: Target, { browser, clientId, person }: Visit): Promise<void> {
  await signInByForm(browser, startCode(target, clientId).url, person);
}

/** Gets a code with the session of the browser. @returns the fields that redeem it */
export async function getCode(target: Target, browser: HttpBrowser, clientId: string): Promise<Record<string, string>> {
  const { url, verifier } = startCode(target, clientId);
  const location = locationOf(await browser.get(`${url}&prompt=none`));
  if (!location.includes('code=')) throw new Error(`no code but ${location}`);
  const fields = { grant_type: 'authorization_code', redirect_uri: redirectUri, code: codeIn(location) };
  return { ...fields, code_verifier: verifier };
}

function startCode({ issuer }: Target, clientId: string) {
  const scope = clientId === 'web' ? 'openid profile orders offline_access' : 'openid profile orders';
  return codeRequest(issuer, { client_id: clientId, redirect_uri: redirectUri, scope });
}

/** Signs out with an ID token of the session. */
export async function signOut({ issuer }: Target, browser: HttpBrowser, idToken: string): Promise<void> {
  locationOf(await browser.get(`${issuer}/connect/endsession?${new URLSearchParams({ id_token_hint: idToken })}`));
}
