import { isKeyedDigest, keyedDigest, type MasterSecret } from '#lib/crypto/master-secret';
import type { HttpRequest } from '#lib/http/types';

/** The binding of a form: the browser-binding cookie, or the id of a signed-in browser. */
type Bound = { readonly handle: string };

/**
 * The token of a form, which only our own pages in the same browser can know (security #100, #101).
 * @param purpose the purpose of the form: an interaction's handle, or a fixed word such as `logout`
 */
export function csrfToken(secret: MasterSecret, binding: Bound, purpose: string): string {
  return keyedDigest(secret, 'csrf', contentOf(binding, purpose));
}

/** True if csrfToken() makes this token for this browser and purpose. */
export function verifyCsrf(secret: MasterSecret, binding: Bound, purpose: string, token: string): boolean {
  return isKeyedDigest(secret, 'csrf', contentOf(binding, purpose), token);
}

/** Handles and ids have no dot, so no two pairs give the same text. */
function contentOf({ handle }: Bound, purpose: string): string {
  return `${handle}.${purpose}`;
}

/**
 * True if one of our own pages made the request: Origin is ours, or is absent while the browser sends `same-origin`. A
 * request without either, and the opaque origin `null`, are refused (security #100).
 * @param issuer the configured issuer; Host is never read
 */
export function isSameOrigin(headers: HttpRequest['headers'], issuer: string): boolean {
  const origin = headers.origin;
  if (origin !== undefined) return origin === new URL(issuer).origin;
  return headers['sec-fetch-site'] === 'same-origin';
}
