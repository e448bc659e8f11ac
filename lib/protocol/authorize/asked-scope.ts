import type { Client } from '#lib/clients/client';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { getResponseType } from '../response-types';
import { mayAskForOffline, offlineAccess } from '../scope';

/**
 * The scope that a person is asked for. If a self-registered client has the grant `refresh_token`, this includes
 * `offline_access`. Such programs do not know the scope, and would otherwise send the person to sign in again for every
 * token.
 */
export function askedScope(
  { scope, responseType }: Pick<AuthorizationRequest, 'scope' | 'responseType'>,
  client: Pick<Client, 'selfRegistered' | 'grantTypes' | 'scope' | 'agentScope'>,
): readonly string[] {
  const hasGrant = client.selfRegistered && client.grantTypes.has('refresh_token');
  const isImplied = hasGrant && mayAskForOffline(client) && getResponseType(responseType).returns.code;
  return isImplied && !scope.includes(offlineAccess) ? [...scope, offlineAccess] : scope;
}
