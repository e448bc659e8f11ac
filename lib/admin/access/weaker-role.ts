import type { AdminRole } from '#lib/users/user';

/** How much each role may do, compared with the others. */
export const rolePower: Readonly<Record<AdminRole, number>> = { auditor: 1, editor: 2, owner: 3 };

/** The one of two roles that may do less; none may do least. */
export function weakerRole(one: AdminRole | null, other: AdminRole | null): AdminRole | null {
  if (one === null || other === null) return null;
  return rolePower[one] < rolePower[other] ? one : other;
}
