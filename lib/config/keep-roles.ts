import { createId } from '#lib/crypto/random';
import { findFormerRoles } from '#lib/groups/role-store';
import { groupKey } from '#lib/vocabulary/group-name';
import type { GroupsClaim } from '#lib/vocabulary/groups-claim';
import type { Role } from '#lib/vocabulary/role';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import type { Path } from './problem';
import type { Reference, Situation } from './section-definition';

/** Names a role of a client or an API in a change. */
export function roleKey(section: EntrySection, owner: string, role: string): string {
  return JSON.stringify([section, owner, role]);
}

type Owner = { readonly id: string; readonly roles: readonly Omit<Role, 'id'>[]; readonly stored: readonly Role[] };

/**
 * Gives the roles of clients or APIs their IDs. A stored one keeps its ID. A new one starts empty, unless it is an earlier
 * one: whoever takes a change back gives its roles their IDs again, and with them their people.
 * @returns the roles of each owner
 */
export async function keepRoles(
  section: EntrySection,
  owners: readonly Owner[],
  { db, roleIds, now }: Pick<Situation, 'db' | 'roleIds' | 'now'>,
): Promise<readonly (readonly Role[])[]> {
  const former = roleIds.size === 0 ? new Map() : await findFormerRoles(db, [...roleIds.values()], now);
  return owners.map(({ id: owner, roles, stored }) => {
    const ids = new Map(stored.map(({ name, id }) => [name, id]));
    return roles.map((role) => {
      const given = roleIds.get(roleKey(section, owner, role.name));
      const known = ids.get(role.name) ?? (given !== undefined && former.has(given) ? given : createId());
      return { ...role, id: known };
    });
  });
}

/** References to groups by name. A misspelled one would silently leave somebody out. */
export function groupReferences(path: Path, names: readonly string[]): readonly Reference[] {
  return names.map((name, index) => ({
    path: [...path, index],
    to: 'groups',
    name: groupKey(name),
    code: 'group_unknown',
  }));
}

/** The groups whose members have roles. */
export function roleReferences(roles: readonly Pick<Role, 'groups'>[]): readonly Reference[] {
  return roles.flatMap(({ groups }, index) => groupReferences(['roles', index, 'groups'], groups));
}

/** The groups that a claim shows by name. Beginnings of names lead nowhere. */
export function shownReferences({ show }: GroupsClaim): readonly Reference[] {
  const places = typeof show === 'string' ? [] : show.map((name, index) => ({ name, index }));
  return places.flatMap(({ name, index }) =>
    name.endsWith('*')
      ? []
      : groupReferences(['groups_claim', 'show'], [name]).map((one) => ({
          ...one,
          path: ['groups_claim', 'show', index],
        })),
  );
}
