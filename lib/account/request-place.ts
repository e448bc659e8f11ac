import { isIP } from 'node:net';
import type { HttpRequest } from '#lib/http/types';
import type { MailPlace } from '#lib/mail/mail-kinds';

/** Where a request came from, as a mail tells it. */
export function requestPlace({ clientAddress }: Pick<HttpRequest, 'clientAddress'>): MailPlace {
  return isIP(clientAddress) === 0 ? {} : { address: clientAddress };
}
