import type { HttpRequest } from '#lib/http/types';

/** The browser that sent a request, as far as sign-ins use it. */
export type Caller = {
  readonly cookieHeader: string | undefined;
  readonly clientAddress: string;
  /** Cut to a length that a page can show; null without one. */
  readonly userAgent: string | null;
};

const maximumUserAgent = 400;

export function callerOf({ headers, clientAddress }: Pick<HttpRequest, 'headers' | 'clientAddress'>): Caller {
  const userAgent = headers['user-agent']?.slice(0, maximumUserAgent) || null;
  return { cookieHeader: headers.cookie, clientAddress, userAgent };
}
