import type { Snapshot } from '#lib/snapshot/snapshot';
import type { RequiredSignIn } from './required-sign-in';

/** Whether people may create an account during a sign-in to this client. */
export function canSignUp({ rules, tenant, policy }: Pick<RequiredSignIn, 'rules' | 'tenant' | 'policy'>): boolean {
  return rules.localLogin && tenant?.enabled !== false && policy.registration;
}

/** Whether people may create an account anywhere, for discovery. */
export function isSignUpOffered({ tenants, portal }: Pick<Snapshot, 'tenants' | 'portal'>): boolean {
  const isOn = ({ enabled, registration }: { enabled: boolean; registration: 'off' | 'on' | null }) =>
    enabled && registration === 'on';
  return portal.registration === 'on' || [...tenants.values()].some(isOn);
}
