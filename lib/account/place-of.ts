import type { HttpRequest } from '#lib/http/types';
import { browserText } from '#lib/vocabulary/browser-words';

/** Where and with what something happened, as mails take it; what is not known is left out. */
export type Place = { readonly browser?: string; readonly address?: string };

export function placeOf({ headers, clientAddress }: Pick<HttpRequest, 'headers' | 'clientAddress'>): Place {
  const browser = browserText(headers['user-agent'] ?? null);
  return { ...(browser !== undefined && { browser }), ...(clientAddress !== '' && { address: clientAddress }) };
}
