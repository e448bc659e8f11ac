import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { EnteredDevice } from '#lib/interactions/interaction';
import { deviceGrantType } from '#lib/protocol/grants/device-grant-type';
import { invalidRequest, invalidScope, type OAuthError, unauthorizedClient } from '#lib/protocol/oauth-error';
import { hasLostTenant } from '#lib/protocol/request-tenant';
import { stillAllowed } from '#lib/protocol/scope';

/**
 * Checks a device's request against the current client, which may have lost the grant type or the whole scope while the
 * person signed in.
 * @returns null if the person may still answer it
 */
export function judgeDevice(
  { scope, acrValues }: EnteredDevice,
  client: Client,
  { snapshot }: Context,
): OAuthError | null {
  if (!client.grantTypes.has(deviceGrantType)) {
    return unauthorizedClient('device_grant_not_allowed', { registered: [...client.grantTypes] });
  }
  if (hasLostTenant({ client, acrValues }, snapshot)) return invalidRequest('request_tenant_gone');
  if (stillAllowed(snapshot, client, scope).length > 0) return null;
  return invalidScope('scope_empty', { registered: client.scope });
}
