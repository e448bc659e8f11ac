import type { Wire } from '#lib/vocabulary/wire-entry';

/**
 * An entry with one value for each field of its forms. A dot leads into a group of the file, such as `theme.primary`.
 */
export function flatGroups(entry: Wire, groups: readonly string[]): Wire {
  const inner = groups.flatMap((group) =>
    Object.entries(membersOf(entry, group)).map(([key, value]) => [`${group}.${key}`, value] as const),
  );
  return { ...entry, ...Object.fromEntries(inner) };
}

/**
 * The values of a form in the structure of the file. Group members that the form does not have stay as they are stored.
 */
export function nestGroups(values: Wire, stored: Wire, groups: readonly string[]): Wire {
  const plain = Object.entries(values).filter(([name]) => !name.includes('.'));
  const changed = groups.filter((group) => Object.keys(values).some((name) => name.startsWith(`${group}.`)));
  const nested = changed.map((group) => {
    const own = Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), value] as const] : [],
    );
    return [group, { ...membersOf(stored, group), ...Object.fromEntries(own) }] as const;
  });
  return { ...Object.fromEntries(plain), ...Object.fromEntries(nested) };
}

/** The keys of a group of the file. */
export function membersOf(entry: Wire, group: string): Wire {
  const value = entry[group];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
