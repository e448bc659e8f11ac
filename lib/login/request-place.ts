import { isIP } from 'node:net';
import type { HttpRequest } from '#lib/http/types';
import type { MailPlace } from '#lib/mail/mail-kinds';
import { browserText } from '#lib/vocabulary/browser-words';

/** Where a request came from, as a mail tells it; what is not known is left out. */
export function requestPlace({ clientAddress, headers }: Pick<HttpRequest, 'clientAddress' | 'headers'>): MailPlace {
  const browser = browserText(headers['user-agent'] ?? null);
  return {
    ...(browser !== undefined && { browser: browser.slice(0, 200) }),
    ...(isIP(clientAddress) !== 0 && { address: clientAddress }),
  };
}
