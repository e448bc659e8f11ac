import type { ServerResponse } from 'node:http';
import { responseReports } from './response-storage';
import { contentSecurityPolicy } from './security-headers';
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

/**
 * Replaces the response of Next if a page failed while it was rendered, because that response is a document that is
 * empty until a script has run. Nothing of it is sent, and when it ends, another response can be sent instead.
 * @param answer sends the other response, after the headers that Next had set are removed
 */
export function replaceFailedPage(response: ServerResponse, answer: () => void): void {
  const { writeHead, write, end } = response;
  let failed: boolean | null = null;
  const hasFailed = () => {
    failed ??= isFailedPage(response);
    return failed;
  };
  define(response, {
    writeHead: (...given: unknown[]) => (hasFailed() ? response : Reflect.apply(writeHead, response, given)),
    write: (...given: unknown[]) => hasFailed() || Reflect.apply(write, response, given),
    end: (...given: unknown[]) => {
      if (!hasFailed()) return Reflect.apply(end, response, given);
      define(response, { writeHead, write, end });
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      answer();
      return response;
    },
  });
}

/** If one of our own pages or handlers refuses or fails, it has its own text, and has left a report. */
function isFailedPage(response: ServerResponse): boolean {
  if (responseReports().has(response)) return false;
  return response.statusCode === 500 && isHtml(response);
}

export function isHtml(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/html');
}

function define(response: ServerResponse, methods: Readonly<Record<'writeHead' | 'write' | 'end', unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(response, name, { configurable: true, writable: true, value });
  }
}
