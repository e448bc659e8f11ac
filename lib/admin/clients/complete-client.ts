import { authenticationMethods } from '#lib/clients/settings';
import { createHandle } from '#lib/crypto/random';
import { dayMs } from '#lib/vocabulary/time';
import type { Wire } from '#lib/vocabulary/wire-entry';

/** The first method is the default. */
const [basic, post] = authenticationMethods;

/**
 * Adds the secret that a new client needs. A client that authenticates with a secret gets one. A client without
 * credentials gets none (RFC 6749 §2.1).
 * @param days after which the secret expires. Null for never
 * @returns `secret`, the new secret, and `expiresAt`, its end. Null if there is none
 */
export function completeClient(
  entry: Wire,
  now: Date,
  days: number | null = null,
): { readonly entry: Wire; readonly secret: string | null; readonly expiresAt: Date | null } {
  const { token_endpoint_auth_method: method = basic, client_secrets: secrets } = entry;
  if (method === 'none') return { entry: { ...entry, client_secrets: [] }, secret: null, expiresAt: null };
  const hasSecret = Array.isArray(secrets) && secrets.length > 0;
  if (hasSecret || (method !== basic && method !== post)) return { entry, secret: null, expiresAt: null };
  const value = createHandle();
  const expiresAt = days === null ? null : new Date(now.getTime() + days * dayMs);
  const secret = { value, description: 'Created with the client', expires_at: expiresAt?.toISOString() ?? null };
  return { entry: { ...entry, client_secrets: [secret] }, secret: value, expiresAt };
}
