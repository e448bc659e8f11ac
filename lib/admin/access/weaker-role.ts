import { rolePower } from '#lib/users/role-in-force';
import type { AdminRole } from '#lib/users/user';

/** The one of two roles that may do less; none may do least. */
export function weakerRole(one: AdminRole | null, other: AdminRole | null): AdminRole | null {
  if (one === null || other === null) return null;
  return rolePower[one] < rolePower[other] ? one : other;
}
