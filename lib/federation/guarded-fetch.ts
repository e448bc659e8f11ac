import type { CustomFetch } from 'openid-client';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { sendRequest } from '#lib/outbound/send-request';
import { isJsonObject, readExactJson } from '#lib/vocabulary/json';
import { UpstreamError } from './upstream-error';

/** Where the library leaves the ID token for us: it knows one issuer for each client, and we verify the token anyway. */
export const idTokenMember = 'unverified_id_token';

/** Statuses whose response has no body (Fetch §2.2.3). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

const json = /^application\/(\S+\+)?json\s*(;|$)/i;

/**
 * The fetch function for the protocol library. Every request goes through the guarded client (security #123 to #125). A
 * response with 5xx counts as unavailable, regardless of its content.
 */
export function guardedFetch(policy: OutboundPolicy): CustomFetch {
  return async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body;
    if (text !== undefined && text !== null && typeof text !== 'string') throw new Error('a body is form text');
    const request = { url, headers, method: method === 'POST' ? 'POST' : 'GET' } as const;
    const answer = await sendRequest(text ? { ...request, body: text } : request, { policy, cause: 'provider' });
    if (answer.status >= 500) throw new UpstreamError('unavailable', `the provider answered ${answer.status}`);
    const contentType = answer.headers['content-type'];
    const isJson = typeof contentType === 'string' && json.test(contentType);
    const read = isJson ? prepareJson(answer.body, request.method) : answer.body;
    return new Response(withoutBody.has(answer.status) ? null : read, {
      status: answer.status,
      headers: typeof contentType === 'string' ? { 'content-type': contentType } : {},
    });
  };
}

/** The members of a token response that we use (RFC 6749 §5.1, §5.2). The name of the last one is ours. */
const used = {
  access_token: 'access_token',
  token_type: 'token_type',
  error: 'error',
  id_token: idTokenMember,
} as const;

/**
 * Checks the limits here, because the library parses the text again without any. It is also stricter than we need: of a
 * token response it gets what we use, and a provider may send a `scope` that is a list or an `expires_in` that is null.
 */
function prepareJson(body: string, method: 'GET' | 'POST'): string {
  try {
    const value = readExactJson(body);
    if (method === 'GET' || !isJsonObject(value)) return JSON.stringify(value);
    const members = Object.entries(used).flatMap(([theirs, ours]) =>
      typeof value[theirs] === 'string' ? [[ours, value[theirs]]] : [],
    );
    return JSON.stringify(Object.fromEntries(members));
  } catch (cause) {
    throw new UpstreamError('response', "the provider's answer is not JSON that can be read", { cause });
  }
}
