import type { Snapshot } from '#lib/snapshot/snapshot';
import { requestTenant, type TenantRequest } from './request-tenant';

/** Whether people may create an account on the way to this client: the tenant's word, else the portal's. */
export function canSignUp(request: TenantRequest, snapshot: Pick<Snapshot, 'tenants' | 'portal'>): boolean {
  const tenant = requestTenant(request, snapshot);
  if (!request.client.localLogin || tenant?.enabled === false) return false;
  return (tenant?.registration ?? snapshot.portal.registration) === 'on';
}

/** Whether they may anywhere, which is what discovery can say. */
export function isSignUpOffered({ tenants, portal }: Pick<Snapshot, 'tenants' | 'portal'>): boolean {
  const isOn = ({ enabled, registration }: { enabled: boolean; registration: 'off' | 'on' | null }) =>
    enabled && registration === 'on';
  return portal.registration === 'on' || [...tenants.values()].some(isOn);
}
