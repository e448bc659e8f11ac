import type { Context } from '#lib/context';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { passkeysOn } from './read-passkeys';

/** GET /.well-known/passkey-endpoints: the pages for password managers (W3C Passkey Endpoints). */
export async function handlePasskeyEndpoints(_: HttpRequest, context: Context): Promise<HttpResponse> {
  const manage = `${context.settings.issuer}/account/passkeys`;
  return passkeysOn(context) ? json(200, { enroll: `${manage}/new`, manage }) : json(404, { error: 'not_found' });
}
