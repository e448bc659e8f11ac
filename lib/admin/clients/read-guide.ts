import type { AdminContext } from '../admin-context';
import type { GuideFacts } from './guides/guide';
import type { ClientDetail } from './read-client';

/** A guide asks for this many scopes of a client at most. Each of its files repeats them. */
const mostScopes = 20;

/** The values for the guides of a client. */
export function guideFacts({ settings }: AdminContext, client: ClientDetail): GuideFacts {
  const { redirect_uris: uris, scope } = client.settings;
  const redirectUri: unknown = Array.isArray(uris) ? uris[0] : '';
  return {
    issuer: settings.issuer,
    clientId: client.clientId,
    redirectUri: typeof redirectUri === 'string' ? redirectUri : '',
    scope: typeof scope === 'string' ? scope.split(' ').slice(0, mostScopes).join(' ') : '',
  };
}
