import { authenticationMethods } from '#lib/clients/schema';
import { createHandle } from '#lib/crypto/random';
import type { Wire } from '#lib/vocabulary/wire-entry';

/** The default is the first of them. */
const [basic, post] = authenticationMethods;

/** A first secret ends like one from the form of new secrets, unless another lifetime is chosen there. */
const firstSecretDays = 180;

/**
 * A new client with the secret it needs: one that authenticates with a secret has one, and one without credentials has
 * none (RFC 6749 §2.1).
 * @returns `secret` is the one that was made, `expiresAt` its end; null when none was
 */
export function completeClient(
  entry: Wire,
  now: Date,
): { readonly entry: Wire; readonly secret: string | null; readonly expiresAt: Date | null } {
  const { token_endpoint_auth_method: method = basic, client_secrets: secrets } = entry;
  if (method === 'none') return { entry: { ...entry, client_secrets: [] }, secret: null, expiresAt: null };
  const hasSecret = Array.isArray(secrets) && secrets.length > 0;
  if (hasSecret || (method !== basic && method !== post)) return { entry, secret: null, expiresAt: null };
  const value = createHandle();
  const expiresAt = new Date(now.getTime() + firstSecretDays * 86_400_000);
  const secret = { value, description: 'Created with the client', expires_at: expiresAt.toISOString() };
  return { entry: { ...entry, client_secrets: [secret] }, secret: value, expiresAt };
}
