import type { Snapshot } from '#lib/snapshot/snapshot';
import type { RequiredSignIn } from './required-sign-in';

/** Whether people may create an account on the way to this client: the tenant's word, else the portal's. */
export function canSignUp(
  { rules, tenant }: Pick<RequiredSignIn, 'rules' | 'tenant'>,
  { portal }: Pick<Snapshot, 'portal'>,
): boolean {
  if (!rules.localLogin || tenant?.enabled === false) return false;
  return (tenant?.registration ?? portal.registration) === 'on';
}

/** Whether they may anywhere, which is what discovery can say. */
export function isSignUpOffered({ tenants, portal }: Pick<Snapshot, 'tenants' | 'portal'>): boolean {
  const isOn = ({ enabled, registration }: { enabled: boolean; registration: 'off' | 'on' | null }) =>
    enabled && registration === 'on';
  return portal.registration === 'on' || [...tenants.values()].some(isOn);
}
