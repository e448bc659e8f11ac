import { rolePower } from '#lib/users/role-in-force';
import type { AdminRole } from '#lib/users/user';

/** The weaker of two roles. Null, which is no role, is the weakest. */
export function weakerRole(one: AdminRole | null, other: AdminRole | null): AdminRole | null {
  if (one === null || other === null) return null;
  return rolePower[one] < rolePower[other] ? one : other;
}
