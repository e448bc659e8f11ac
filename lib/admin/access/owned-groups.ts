import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { groupKey } from '#lib/vocabulary/group-name';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { isPermitted } from './permission';
import { requireStrictProof, requireSudoProof } from './strict-proof';

/**
 * The groups, by groupKey(), that a client which administers names: their members use it, have a role there, or decide who
 * does. Who they are is the owners' business, as are the people of the client (security #205).
 */
export function ownedGroups({ clients }: Pick<Snapshot, 'clients'>): ReadonlySet<string> {
  const administering = [...clients.values()].filter(({ scope }) => scope.some(isAdminScope));
  const names = administering.flatMap(({ accessGroups, approverGroups, roles }) => [
    ...accessGroups,
    ...approverGroups,
    ...roles.flatMap(({ groups }) => groups),
  ]);
  return new Set(names.map(groupKey));
}

/** Whether an administrator may change who is in a group. */
export function mayChangeMembers(
  { principal, snapshot }: Pick<AdminContext, 'principal' | 'snapshot'>,
  { name }: { readonly name: string },
): boolean {
  return isPermitted(principal.role, 'own') || !ownedGroups(snapshot).has(groupKey(name));
}

/**
 * The guard of a change of who is in a group. What only owners may change takes a proof of 5 minutes (security #189).
 * @throws AdminError `forbidden`, `reauthenticate`
 */
export function checkMembersOf(admin: AdminContext, group: { readonly name: string }): void {
  const isOwned = ownedGroups(admin.snapshot).has(groupKey(group.name));
  if (!mayChangeMembers(admin, group)) {
    const message = `Only an owner can change who is in ${group.name}: a client that administers names it`;
    throw new AdminError('forbidden', message);
  }
  if (isOwned) requireStrictProof(admin);
  else requireSudoProof(admin);
}
