import type { ServerResponse } from 'node:http';
import { isHtml } from './failed-page';
import type { CommonHeaders } from './send';

/** For an HTML answer that came without a policy of its own, such as a 404 below a path that no page lies at. */
const fallback = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Puts the common headers on an answer of Next, and sees to it that no HTML leaves without a policy or may be kept by
 * a cache (security #128, #133). Done at the last moment: what Next sends it adds to what is there already.
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
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Node calls writeHead itself when a handler begins to write without it. */
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
