import { z } from 'zod';
import { boundedList, group, refuse } from './entry';
import { groupKey, groupName, nameOf } from './group-name';
import { boundedText, line } from './text';

/** A client, an API and a list of groups have at most this many. */
const maximumRoles = 100;
const maximumGroups = 200;

/** Names of groups, each once without regard to case. */
export function groupNames(maximum = maximumGroups) {
  return groupList(groupName, maximum);
}

/** The same with other items than names. */
export function groupList<Item extends z.ZodType<string>>(item: Item, maximum = maximumGroups) {
  return boundedList(item, maximum, onceEach(groupKey));
}

/** Refuses a second item of the same key. */
export function onceEach<Item>(keyOf: (item: Item) => string) {
  return z.superRefine((items: Item[], context) => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      if (seen.has(key)) refuse(context, [index], 'duplicate', 'is already in this list');
      seen.add(key);
    }
  });
}

/** The name of a role, normalized (NFKC). Unlike that of a group it may contain a colon, and case matters. */
export const roleName = boundedText(
  400,
  z.refine((text) => nameOf(text, /[*,"\\]/) !== null, {
    error: 'expected 1 to 100 visible characters without spaces at the ends and without * , " and \\',
    params: { code: 'role_name' },
  }),
).overwrite((text) => text.normalize('NFKC'));

const role = group({
  name: roleName,
  display_name: line(200).nullable().default(null),
  description: line(1000).nullable().default(null),
  /** Their members have it. */
  groups: groupNames().default([]),
  /** Everybody who may use the client has it. It never opens access. */
  default: z.boolean().default(false),
});

/** The roles of a client or an API, in their order. */
export const roles = boundedList(
  role,
  maximumRoles,
  onceEach(({ name }: { readonly name: string }) => name),
);

type RoleEntry = Readonly<Omit<z.output<typeof role>, 'groups'>> & { readonly groups: readonly string[] };

/** A stored role. Its ID is random and never reused: assignments name it. */
export type Role = RoleEntry & { readonly id: string };

/** Roles with the IDs that their JSON contains besides what a file says. */
export function storedRoles(read: readonly RoleEntry[]): readonly Role[] {
  return read.map((role) => {
    const id: unknown = Reflect.get(role, 'id');
    return { ...role, id: typeof id === 'string' ? id : '' };
  });
}

/** Roles as in a file. */
export function wireRoles(stored: readonly RoleEntry[]): object[] {
  return stored.map(({ name, displayName, description, groups, default: isDefault }) => ({
    name,
    ...(displayName !== null && { display_name: displayName }),
    ...(description !== null && { description }),
    ...(groups.length > 0 && { groups }),
    ...(isDefault && { default: true }),
  }));
}

/** The IDs of roles by name, for the history: whoever takes a change back gives them back, and with them their people. */
export function roleIds(stored: readonly Role[]): Readonly<Record<string, string>> {
  return Object.fromEntries(stored.map(({ name, id }) => [name, id]));
}
