import { isKeyedDigest, keyedDigest, type MasterSecret } from '#lib/crypto/master-secret';
import type { HttpRequest } from '#lib/http/types';

/** What a form is bound to: the browser-binding cookie, or the ID of a signed-in browser. */
type Bound = { readonly handle: string };

/**
 * The CSRF token of a form. Only our own pages in the same browser can know it (security #100, #101).
 * @param purpose the purpose of the form: an interaction's handle, or a fixed word such as `logout`
 */
export function csrfToken(secret: MasterSecret, { handle }: Bound, purpose: string): string {
  // Handles and IDs contain no dot, so no two pairs give the same text.
  return keyedDigest(secret, 'csrf', `${handle}.${purpose}`);
}

/** Whether csrfToken() returns this token for this browser and purpose. */
export function verifyCsrf(secret: MasterSecret, { handle }: Bound, purpose: string, token: string): boolean {
  return isKeyedDigest(secret, 'csrf', `${handle}.${purpose}`, token);
}

/**
 * Whether one of our own pages sent the request: Origin is ours, or it is absent and the browser sends `same-origin`. A
 * request without either, and the opaque origin `null`, are refused (security #100).
 * @param issuer the configured issuer; Host is never read
 */
export function isSameOrigin(headers: HttpRequest['headers'], issuer: string): boolean {
  const origin = headers.origin;
  if (origin !== undefined) return origin === new URL(issuer).origin;
  return headers['sec-fetch-site'] === 'same-origin';
}
