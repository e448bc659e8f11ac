import type { Context } from '#lib/context';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { policyOf } from './policy-of';
import type { RequiredSignIn } from './required-sign-in';

/** Whether people may create an account on the way to this client. */
export function canSignUp(
  required: Pick<RequiredSignIn, 'rules' | 'tenant' | 'isOwnTenant'>,
  context: Pick<Context, 'snapshot' | 'settings'>,
): boolean {
  if (!required.rules.localLogin || required.tenant?.enabled === false) return false;
  return policyOf(required, context).registration;
}

/** Whether they may anywhere, which is what discovery can say. */
export function isSignUpOffered({ tenants, portal }: Pick<Snapshot, 'tenants' | 'portal'>): boolean {
  const isOn = ({ enabled, registration }: { enabled: boolean; registration: 'off' | 'on' | null }) =>
    enabled && registration === 'on';
  return portal.registration === 'on' || [...tenants.values()].some(isOn);
}
