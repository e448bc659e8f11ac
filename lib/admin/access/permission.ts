import type { AdminRole } from '#lib/users/user';

/**
 * The permissions of an administrator: to read, to change the configuration and accounts, and to decide over the
 * installation itself (roles, keys, the portal's settings).
 */
export type Permission = 'read' | 'edit' | 'own';

const allowed: Readonly<Record<Permission, ReadonlySet<AdminRole>>> = {
  read: new Set(['owner', 'editor', 'auditor']),
  edit: new Set(['owner', 'editor']),
  own: new Set(['owner']),
};

/** Whether a role carries a permission. No role carries none. */
export function isPermitted(role: AdminRole | null, permission: Permission): boolean {
  return role !== null && allowed[permission].has(role);
}
