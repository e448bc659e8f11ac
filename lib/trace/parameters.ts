import { hasFormBody } from '#lib/http/form';
import type { HttpRequest, HttpResponse } from '#lib/http/types';

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
