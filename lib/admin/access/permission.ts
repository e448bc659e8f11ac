import type { AdminRole } from '#lib/users/user';

/**
 * The permissions of an administrator: to read, to change the configuration and accounts, and to manage the
 * installation itself (roles, keys and the settings of the portal).
 */
export type Permission = 'read' | 'edit' | 'own';

const allowed: Readonly<Record<Permission, ReadonlySet<AdminRole>>> = {
  read: new Set(['owner', 'editor', 'auditor']),
  edit: new Set(['owner', 'editor']),
  own: new Set(['owner']),
};

/** Whether a role has a permission. A person without a role has none. */
export function isPermitted(role: AdminRole | null, permission: Permission): boolean {
  return role !== null && allowed[permission].has(role);
}

/** Whether an administrator may change the configuration. */
export function canEdit({ principal: { role } }: { readonly principal: { readonly role: AdminRole | null } }): boolean {
  return isPermitted(role, 'edit');
}
