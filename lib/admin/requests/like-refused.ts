import type { Client } from '#lib/clients/client';
import { exampleRequest } from '../simulate/example-request';

type Refused = { readonly endpoint: string; readonly rule: string };

/**
 * An authorization request with the refused value in its place, and everything else as the client has it: the other
 * parameters of a refused request are not kept.
 * @returns the query for the simulator; null for a request that was none
 */
export function likeRefused(
  { endpoint, rule }: Refused,
  { received }: { readonly received?: string | undefined },
  { clientId, redirectUris, scope }: Pick<Client, 'clientId' | 'redirectUris' | 'scope'>,
): string | null {
  if (endpoint !== '/connect/authorize') return null;
  const isFor = (name: string) => received !== undefined && rule.startsWith(name);
  return exampleRequest({
    clientId,
    ...(isFor('response_type') && received !== undefined && { responseType: received }),
    redirectUri: isFor('redirect_uri') ? received : redirectUris[0],
    scope: isFor('scope') && received !== undefined ? received : scope.join(' '),
  });
}
