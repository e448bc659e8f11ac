import { createHmac } from 'node:crypto';
import { deriveKey, equalDigests } from '#lib/crypto/hash';
import type { HttpRequest } from '#lib/http/types';

/** What a form is bound to: the browser-binding cookie, or a signed-in browser's id. */
type Bound = { readonly handle: string };

/**
 * The token of a form: only a page of ours in the same browser can know it (security #100, #101).
 * @param purpose what the form is for: an interaction's handle, or a fixed word such as `logout`
 */
export function csrfToken(secret: string, binding: Bound, purpose: string): string {
  // Handles and ids have no dot, so no two pairs give the same text.
  return createHmac('sha256', deriveKey(secret, 'csrf')).update(`${binding.handle}.${purpose}`).digest('base64url');
}

/** True for the token csrfToken() makes for this browser and purpose. */
export function verifyCsrf(secret: string, binding: Bound, purpose: string, token: string): boolean {
  return equalDigests(csrfToken(secret, binding, purpose), token);
}

/**
 * True when a request was made by a page of our own: Origin is ours, or is absent and the browser says `same-origin`.
 * Neither of the two, and the opaque origin `null`, are refused (security #100).
 * @param issuer the configured issuer; Host is never asked
 */
export function isSameOrigin(headers: HttpRequest['headers'], issuer: string): boolean {
  const origin = headers.origin;
  if (origin !== undefined) return origin === new URL(issuer).origin;
  return headers['sec-fetch-site'] === 'same-origin';
}
