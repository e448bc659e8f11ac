import type { CustomFetch } from 'openid-client';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { sendRequest } from '#lib/outbound/send-request';
import { readJson } from '#lib/vocabulary/json';
import { UpstreamError } from './upstream-error';

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
    if (typeof contentType === 'string' && json.test(contentType)) checkJson(answer.body);
    return new Response(withoutBody.has(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: typeof contentType === 'string' ? { 'content-type': contentType } : {},
    });
  };
}

/** Checks the limits here, because the library parses the text again without any. */
function checkJson(body: string): void {
  try {
    readJson(body);
  } catch (cause) {
    throw new UpstreamError('response', "the provider's answer is not JSON that can be read", { cause });
  }
}
