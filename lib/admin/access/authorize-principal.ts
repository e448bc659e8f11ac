import { isPermitted, type Permission } from './permission';
import type { Principal } from './principal';

/**
 * The policy of a page, action or operation of the administration. Each must declare one, because the default is to
 * refuse.
 */
export type Policy = { readonly permission: Permission };

type Decision = 'allowed' | 'sign_in' | 'forbidden';

/** Decides whether a principal meets a policy. Pure. */
export function authorizePrincipal(principal: Pick<Principal, 'role'> | null, { permission }: Policy): Decision {
  if (principal === null) return 'sign_in';
  return isPermitted(principal.role, permission) ? 'allowed' : 'forbidden';
}
