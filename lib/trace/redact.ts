import { limitValue } from '#lib/explain/limited-facts';
import { hasFormBody } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { ShownParameter } from './step-detail';

type Treatment = 'open' | 'marked' | 'withheld';

/**
 * Shown in full: values that the specifications define as public, and the inputs of our pages except names and
 * passwords.
 */
const open = `acr_values active aud audience authorization_details client_assertion_type client_id code_challenge
  code_challenge_method decision display dpop_jkt error error_description exp expires_in grant_type iat id_token_signed_response_alg
  interval iss issued_token_type max_age method nbf post_logout_redirect_uri prompt provider redirect_uri remember
  remember_consent requested_token_type resource response_mode response_type scope subject_token_type actor_token_type
  tenant token_type token_type_hint ui_locales verification_uri`;

/** Not shown, but marked, because they occur in several steps. */
const marked = `access_token actor_token code device_code id_token id_token_hint interaction nonce posted refresh_token
  request request_uri session_state state subject_token token`;

/** Never shown, not even their length: what people type, and credentials. */
const withheld = `assertion authorization client_assertion client_secret code_verifier cookie csrf dpop email login_hint
  logout_hint name passkey password prefilled response user_code username verification_uri_complete`;

const words = (text: string) => text.split(/\s+/);
const treatments: ReadonlyMap<string, Treatment> = new Map([
  ...words(open).map((name) => [name, 'open'] as const),
  ...words(marked).map((name) => [name, 'marked'] as const),
  ...words(withheld).map((name) => [name, 'withheld'] as const),
]);

const maximumValue = 200;
const shownStart = 8;
const shownMark = 6;

/** Unknown names are shown only if they look like a name, because they may be a misplaced secret. */
const plainName = /^[a-z][a-z0-9_.-]{0,31}$/;

/** A received parameter. For an unknown one, only the beginning is shown, at most a quarter. */
export function showReceived([name, value]: Pair, mark: (value: string) => string): ShownParameter {
  const treatment = treatments.get(name);
  if (treatment !== undefined) return show(name, value, { treatment, mark });
  const start = value.slice(0, Math.min(shownStart, Math.floor(value.length / 4)));
  return { name: plainName.test(name) ? name : '?', value: `${start}…`, length: value.length };
}

/** A parameter of the response. For claims of a person and unknown parameters, only the name is shown. */
export function showAnswered([name, value]: Pair, mark: (value: string) => string): ShownParameter {
  return show(plainName.test(name) ? name : '?', value, { treatment: treatments.get(name) ?? 'withheld', mark });
}

type How = { readonly treatment: Treatment; readonly mark: (value: string) => string };

function show(name: string, value: string, { treatment, mark }: How): ShownParameter {
  switch (treatment) {
    case 'open':
      return { name, value: limitValue(value, maximumValue) };
    case 'marked':
      return { name, value: null, length: value.length, mark: mark(value).slice(0, shownMark) };
    case 'withheld':
      return { name, value: null };
    default:
      return treatment satisfies never;
  }
}

/** A parameter as received or sent, including secrets. */
export type Pair = readonly [name: string, value: string];

/** The maximum number of parameters. No request of the protocol has more. */
const maximumPairs = 60;

const json = /^application\/json\s*(;|$)/i;

/**
 * The parameters of the query and, for a form, of the body. Other bodies are not read, because their content is
 * unknown.
 */
export function receivedPairs(request: HttpRequest): Pair[] {
  const { query, body } = request;
  return pairsOf(hasFormBody(request) ? [query, body].filter(Boolean).join('&') : query);
}

/** The parameters of the response: in its address, as JSON, or as a form that a page posts. */
export function answeredPairs({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): Pair[] {
  const { location } = headers;
  if (typeof location === 'string') return pairsOf(location.slice(addressOf(location).length + 1).replace('#', '&'));
  const type = headers['content-type'];
  if (typeof type === 'string' && json.test(type)) return membersOf(body);
  return body.includes('data-page="form-post"') ? inputsOf(body) : [];
}

/** An address without query and fragment. */
export function addressOf(location: string): string {
  return /^[^?#]*/.exec(location)?.[0] ?? '';
}

function pairsOf(text: string): Pair[] {
  return [...new URLSearchParams(text)].slice(0, maximumPairs);
}

function membersOf(body: string): Pair[] {
  const value: unknown = JSON.parse(body);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, maximumPairs)
    .map(([name, member]) => [name, typeof member === 'string' ? member : JSON.stringify(member)]);
}

function inputsOf(body: string): Pair[] {
  return [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    .slice(0, maximumPairs)
    .map(([, name = '', value = '']) => [name, value]);
}
