import { isIP } from 'node:net';
import type { HttpRequest } from '#lib/http/types';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { browserText } from '#lib/vocabulary/browser-words';

/** The parts of a browser's request that sign-ins use. */
export type Caller = {
  readonly cookieHeader: string | undefined;
  readonly clientAddress: string;
  /** Cut to a length that a page can show. Null without one. */
  readonly userAgent: string | null;
  /** The hash of its address and body, if it was a form. Null or absent for all others. */
  readonly formHash?: string;
};

const maximumUserAgent = 400;

export function callerOf({ headers, clientAddress }: Pick<HttpRequest, 'headers' | 'clientAddress'>): Caller {
  const userAgent = headers['user-agent']?.slice(0, maximumUserAgent) || null;
  return { cookieHeader: headers.cookie, clientAddress, userAgent };
}

/** The place and the browser of an event, for mails and notices. Unknown parts are left out. */
export function placeOfCaller({ userAgent, clientAddress }: Pick<Caller, 'clientAddress' | 'userAgent'>): MailPlace {
  const browser = browserText(userAgent);
  return {
    ...(browser !== undefined && { browser }),
    ...(isIP(clientAddress) !== 0 && { address: clientAddress }),
  };
}
