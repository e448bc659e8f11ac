import { authenticationMethods } from '#lib/clients/schema';
import { createHandle } from '#lib/crypto/random';
import type { Wire } from '#lib/vocabulary/wire-entry';

/** The default is the first of them. */
const [basic, post] = authenticationMethods;

/**
 * A new client with the secret it needs: one that authenticates with a secret has one, and one without credentials has
 * none (RFC 6749 §2.1).
 * @returns `secret` is the one that was made; null when none was
 */
export function completeClient(entry: Wire): { readonly entry: Wire; readonly secret: string | null } {
  const { token_endpoint_auth_method: method = basic, client_secrets: secrets } = entry;
  if (method === 'none') return { entry: { ...entry, client_secrets: [] }, secret: null };
  const hasSecret = Array.isArray(secrets) && secrets.length > 0;
  if (hasSecret || (method !== basic && method !== post)) return { entry, secret: null };
  const secret = createHandle();
  return { entry: { ...entry, client_secrets: [{ value: secret, description: 'Made with the client' }] }, secret };
}
