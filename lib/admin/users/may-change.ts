import { rolePower } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import { isPermitted } from '../access/permission';
import type { Principal } from '../access/principal';

/**
 * Whether an administrator may change an account. Owners may change every account, editors those with a lower role.
 * Otherwise an editor could take over an account to gain its role (security #161). Pure.
 */
export function mayChange({ role, sub }: Pick<Principal, 'role' | 'sub'>, user: Pick<User, 'sub' | 'admin'>): boolean {
  if (role === null || !isPermitted(role, 'edit')) return false;
  return role === 'owner' || sub === user.sub || user.admin === null || rolePower[user.admin] < rolePower[role];
}
