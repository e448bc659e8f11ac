import type { ServerResponse } from 'node:http';
import { responseReports } from './response-storage';

/**
 * Replaces the answer of Next if a page failed while it was rendered: a document that is empty until a script has run.
 * Nothing of it is sent, and at its end the response is free for another answer.
 * @param answer sends the other answer; the headers that Next had set are removed before
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

/** One of our pages or handlers that answers 500 has its own text, and has left a report. */
function isFailedPage(response: ServerResponse): boolean {
  return response.statusCode === 500 && isHtml(response) && !responseReports().has(response);
}

export function isHtml(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/html');
}

function define(response: ServerResponse, methods: Readonly<Record<'writeHead' | 'write' | 'end', unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(response, name, { configurable: true, writable: true, value });
  }
}
