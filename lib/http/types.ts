import type { Locale } from '#lib/i18n/locales';
import type { MtlsFacts } from './client-certificate';

/** A request for the handlers, in the same form from node:http and from Next. */
export type HttpRequest = Partial<MtlsFacts> & {
  /** Upper case. */
  readonly method: string;
  /** The path without query, still percent-encoded. */
  readonly path: string;
  /** The raw query string without `?`. Empty if there is none. */
  readonly query: string;
  /** Lower-case names. Repeated headers are joined as Node joins them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body decoded as UTF-8. Empty if there is none. The adapter has already checked the route's limit. */
  readonly body: string;
  /** The raw body, for a route that accepts a file. `body` is then empty. */
  readonly bytes?: Uint8Array;
  /** The client's address in canonical form, which the server determined from the socket and the trusted proxies. */
  readonly clientAddress: string;
  /** Whether the caller is on this machine: see isLocalCaller(). If absent, it is not. */
  readonly isLocal?: boolean;
};

/** A response of a handler. Header names are lower case. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** For a page: the body in another language. `body` itself is in English. */
  readonly bodyIn?: (locale: Locale) => string;
  /** Whether the page is sent compressed. Only if it has no secret next to text of another party. */
  readonly isPacked?: boolean;
  /** Whether the page is one of a few that are the same for everybody. It is compressed once. */
  readonly isKept?: boolean;
  /**
   * The page of Next that answers instead of the body, and what its form is shown with (decision 002). Only the server
   * itself can ask for it.
   */
  readonly again?: { readonly address: string; readonly state: object };
  /** Details for the log line and the counters. Never sent. */
  readonly report?: RequestReport;
};

export type RequestReport = {
  readonly clientId?: string;
  /** At the token endpoint: the grant type, if it exists. */
  readonly grant?: string;
  /** A word from a closed set, such as `issued` or an error code. By default it follows from the status. */
  readonly outcome?: string;
  /** The names of a provider's claims that an account has no room for. */
  readonly leftOut?: readonly string[];
  /** The claim with a person's groups at a provider, and what was wrong with it. */
  readonly groups?: { readonly claim: string; readonly problem: string };
};

/**
 * The reader of a response before a handler ran: a program gets JSON, a program of the admin API a problem document,
 * and a browser a page.
 */
export type Audience = 'program' | 'api' | 'browser';
