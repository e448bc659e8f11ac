import type { ServerResponse } from 'node:http';
import { contentSecurityPolicy } from './content-security-policy';
import { isHtml } from './failed-page';
import type { CommonHeaders } from './send';

/** The policy of an HTML response that has none of its own, such as a 404 for a path without a page. */
const fallback = {
  'content-security-policy': contentSecurityPolicy([
    ['default-src', "'none'"],
    ['style-src', "'self'"],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
  ]),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Adds the common headers to a response of Next, and makes sure that every HTML response has a policy and is not cached
 * (security #128, #133). A picture that other sites may show keeps its own resource policy. This happens at the last
 * moment, because Next adds headers when it sends.
 */
export function guardPages(response: ServerResponse, common: CommonHeaders): void {
  beforeHeaders(response, () => {
    setAll(response, common);
    if (!isHtml(response)) return;
    const cache = String(response.getHeader('cache-control') ?? '');
    if (!cache.includes('no-store')) response.setHeader('cache-control', 'private, no-store');
    if (!response.hasHeader('content-security-policy')) setAll(response, fallback);
  });
}

function setAll(response: ServerResponse, headers: CommonHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'cross-origin-resource-policy' || !response.hasHeader(name)) response.setHeader(name, value);
  }
}

/** Node itself calls writeHead if a handler writes without calling it. */
function beforeHeaders(response: ServerResponse, work: () => void): void {
  const writeHead = response.writeHead;
  Object.defineProperty(response, 'writeHead', {
    configurable: true,
    writable: true,
    value: (...given: unknown[]) => {
      work();
      return Reflect.apply(writeHead, response, given);
    },
  });
}

/**
 * Replaces the 307 of Next's redirect() in pages by 303. After a 307, a browser would repeat a POST with its body, and
 * so possibly a password, at the target (RFC 9700 §4.12).
 */
export function redirectBySeeOther(response: ServerResponse): void {
  const { writeHead } = response;
  Object.defineProperty(response, 'writeHead', {
    configurable: true,
    writable: true,
    value: (status: number, ...rest: unknown[]) =>
      Reflect.apply(writeHead, response, [status === 307 ? 303 : status, ...rest]),
  });
}
