import { exampleRequest } from '../simulate/example-request';
import type { ClientDetail } from './read-client';

/**
 * The query of the client's typical authorization request, for the simulator. Null for a client without a redirect URI.
 */
export function likeSignIn({ clientId, settings }: Pick<ClientDetail, 'clientId' | 'settings'>): string | null {
  const { redirect_uris: redirectUris, scope } = settings;
  const redirectUri: unknown = Array.isArray(redirectUris) ? redirectUris[0] : undefined;
  if (typeof redirectUri !== 'string') return null;
  return exampleRequest({ clientId, redirectUri, scope: String(scope ?? '') });
}
