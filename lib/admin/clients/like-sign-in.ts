import { exampleRequest } from '../simulate/example-request';
import type { ClientDetail } from './read-client';

/** The query of a sign-in as the client begins it, for the simulator; null for one without a redirect URI. */
export function likeSignIn({ clientId, settings }: Pick<ClientDetail, 'clientId' | 'settings'>): string | null {
  const { redirect_uris: redirectUris, scope } = settings;
  const redirectUri: unknown = Array.isArray(redirectUris) ? redirectUris[0] : undefined;
  if (typeof redirectUri !== 'string') return null;
  return exampleRequest({ clientId, redirectUri, scope: String(scope ?? '') });
}
