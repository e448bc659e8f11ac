import type { Locale } from '#lib/i18n/locales';
import type { MtlsFacts } from './client-certificate';

/** A request for the handlers, the same from node:http and from Next. */
export type HttpRequest = Partial<MtlsFacts> & {
  /** Upper case. */
  readonly method: string;
  /** The path without query, still percent-encoded. */
  readonly path: string;
  /** The raw query string without `?`; empty when there is none. */
  readonly query: string;
  /** Lower-case names; repeated headers are joined as Node joins them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body decoded as UTF-8; empty when there is none. The adapter already held it to the route's limit. */
  readonly body: string;
  /** The body as it came, for a route that takes a file; `body` is empty then. */
  readonly bytes?: Uint8Array;
  /** The client's address in canonical form, decided by the server from the socket and the trusted proxies. */
  readonly clientAddress: string;
};

/** A response of a handler. Header names are lower case. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** For a page: the body in another language. `body` itself is in English. */
  readonly bodyIn?: (locale: Locale) => string;
  /** True for a page that is sent compressed: it has no secret next to text of another party. */
  readonly isPacked?: boolean;
  /** True for a page that is one of a few and the same for everybody: it is compressed once. */
  readonly isKept?: boolean;
  /** Details for the log line and the counters; never sent. */
  readonly report?: RequestReport;
};

export type RequestReport = {
  readonly clientId?: string;
  /** At the token endpoint: the grant type, if there is such a grant. */
  readonly grant?: string;
  /** A word from a closed set, such as `issued` or an error code; by default it follows from the status. */
  readonly outcome?: string;
};

/**
 * The reader of an answer from before a handler ran: a program gets JSON, a program of the admin API a problem
 * document, a browser a page.
 */
export type Audience = 'program' | 'api' | 'browser';
