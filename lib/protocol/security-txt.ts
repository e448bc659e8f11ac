import type { Context } from '#lib/context';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { dayMs } from '#lib/vocabulary/time';

/** Less than a year, as RFC 9116 §2.5.5 recommends, so that copies of the file are refreshed. */
const validDays = 180;

/** GET /.well-known/security.txt: where to report security problems of this installation (RFC 9116). */
export async function handleSecurityTxt(_: HttpRequest, { settings, now }: Context): Promise<HttpResponse> {
  const { securityContacts, issuer } = settings;
  if (securityContacts.length === 0) return json(404, { error: 'not_found' });
  // The text stays the same all day.
  const expires = new Date((Math.floor(now.getTime() / dayMs) + validDays) * dayMs);
  const fields = [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    // People who report problems have read the documentation and the administration, which are in English.
    'Preferred-Languages: en',
    `Canonical: ${issuer}/.well-known/security.txt`,
  ];
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    body: `${fields.join('\n')}\n`,
  };
}
