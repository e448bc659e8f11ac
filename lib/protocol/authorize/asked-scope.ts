import type { Client } from '#lib/clients/client';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { getResponseType } from '../response-types';
import { mayAskForOffline, offlineAccess } from '../scope';

/**
 * The scope that a person is asked for. A client that registered itself asks for `offline_access` by the grant
 * `refresh_token`: such programs do not know the scope, and would send the person to sign in again with every token.
 */
export function askedScope(
  { scope, responseType }: Pick<AuthorizationRequest, 'scope' | 'responseType'>,
  client: Pick<Client, 'selfRegistered' | 'grantTypes' | 'scope' | 'agentScope'>,
): readonly string[] {
  const hasGrant = client.selfRegistered && client.grantTypes.has('refresh_token');
  const isImplied = hasGrant && mayAskForOffline(client) && getResponseType(responseType).returns.code;
  return isImplied && !scope.includes(offlineAccess) ? [...scope, offlineAccess] : scope;
}
