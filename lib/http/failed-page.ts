import type { ServerResponse } from 'node:http';
import { responseReports } from './response-storage';

/**
 * Replaces the response of Next if a page failed while it was rendered, because that response is a document that is
 * empty until a script has run, and if the form of a Server Action was refused or failed, because that response is a
 * bare text. Nothing of it is sent, and when it ends, another response can be sent instead.
 * @param answer sends the other response, after the headers that Next had set are removed. It gets the status of Next
 */
export function replaceFailedPage(response: ServerResponse, answer: (status: number) => void): void {
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
      answer(response.statusCode);
      return response;
    },
  });
}

/** If one of our own pages or handlers refuses or fails, it has its own text, and has left a report. */
function isFailedPage(response: ServerResponse): boolean {
  if (responseReports().has(response)) return false;
  const { statusCode: status, req } = response;
  const isBareText = req.method === 'POST' && status >= 400 && typeOf(response).startsWith('text/plain');
  return (status === 500 && isHtml(response)) || isBareText;
}

export function isHtml(response: ServerResponse): boolean {
  return typeOf(response).startsWith('text/html');
}

function typeOf(response: ServerResponse): string {
  return String(response.getHeader('content-type') ?? '');
}

function define(response: ServerResponse, methods: Readonly<Record<'writeHead' | 'write' | 'end', unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(response, name, { configurable: true, writable: true, value });
  }
}
