import { groupKey } from '#lib/vocabulary/group-name';
import type { Role } from '#lib/vocabulary/role';

/** Something that gives access to a client: a group, or a role that somebody is given. */
export type Opening = { readonly group: string } | { readonly role: string };

type Opened = { readonly accessGroups: readonly string[]; readonly roles: readonly Role[] };

/** What would give access to a client: its groups, and then its roles. An assignment without a role does too. */
export function whatOpens({ accessGroups, roles }: Opened): readonly Opening[] {
  const groups = new Map(
    [...accessGroups, ...roles.flatMap((role) => role.groups)].map((name) => [groupKey(name), name]),
  );
  return [...[...groups.values()].map((group) => ({ group })), ...roles.map(({ name }) => ({ role: name }))];
}
