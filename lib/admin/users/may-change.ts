import { rolePower } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import { isPermitted } from '../access/permission';
import type { Principal } from '../access/principal';

/**
 * Whether an administrator may change an account: owners may change all, editors those with a lower role, so that
 * nobody takes over an account to gain a role (security #161). Pure.
 */
export function mayChange({ role, sub }: Pick<Principal, 'role' | 'sub'>, user: Pick<User, 'sub' | 'admin'>): boolean {
  if (role === null || !isPermitted(role, 'edit')) return false;
  return role === 'owner' || sub === user.sub || user.admin === null || rolePower[user.admin] < rolePower[role];
}
