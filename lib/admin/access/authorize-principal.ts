import { isPermitted, type Permission } from './permission';
import type { Principal } from './principal';

/**
 * The policy of a page, action or operation of the administration. Each declares one, because the default is to refuse.
 */
export type Policy = {
  readonly permission: Permission;
  /** The person authenticated within the last minutes: for secrets, keys and roles. */
  readonly fresh?: boolean;
};

export type Decision = 'allowed' | 'sign_in' | 'forbidden' | 'reauthenticate';

/** How long a sign-in counts as fresh, in seconds. */
export const freshSeconds = 300;

/** Decides whether a principal meets a policy. Pure. */
export function authorizePrincipal(principal: Principal | null, policy: Policy, now: Date): Decision {
  if (principal === null) return 'sign_in';
  if (!isPermitted(principal.role, policy.permission)) return 'forbidden';
  if (policy.fresh && !isFresh(principal, now)) return 'reauthenticate';
  return 'allowed';
}

/** A token was issued for exactly this, and cannot sign in again. */
function isFresh({ kind, authTime }: Principal, now: Date): boolean {
  if (kind === 'token') return true;
  return authTime !== null && now.getTime() - authTime.getTime() <= freshSeconds * 1000;
}
