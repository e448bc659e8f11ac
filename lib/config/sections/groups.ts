import { createId } from '#lib/crypto/random';
import { findFormerGroups, type Group, groupTable, listFormerGroups, listGroups } from '#lib/groups/group-store';
import { countMembersOf } from '#lib/groups/membership-store';
import { groupFields, groupSchema } from '#lib/groups/settings';
import { groupKey } from '#lib/vocabulary/group-name';
import { wireEntry } from '#lib/vocabulary/wire-entry';
import { counted, countLimit } from '../impact/mark';
import { defineSection } from '../section';

export const groups = defineSection({
  name: 'groups',
  noun: 'group',
  target: 'group',
  fields: groupFields,
  schema: groupSchema,
  unique: { name: ({ key }) => key },
  idOf: ({ key }) => key,
  idNamed: groupKey,
  list: (db, keys) => listGroups(db, keys),
  listFormer: listFormerGroups,
  fewEntries: 300,
  labelOf: ({ name }) => name,
  nameKey: 'display_name',
  wire: wireGroup,
  // Whoever takes a deletion back gives the group its ID again.
  compared: (group) => ({ ...wireGroup(group), id: group.id }),
  /** A stored group keeps its ID and the spelling of its name. A new one starts empty, unless it is an earlier one. */
  toStored: async (entries, stored, { db, groupIds, now }) => {
    const former = groupIds.size === 0 ? new Map() : await findFormerGroups(db, [...groupIds.values()], now);
    return entries.map((entry): Group => {
      const known = stored.get(entry.key);
      if (known !== undefined) return { ...entry, name: known.name, id: known.id };
      const id = groupIds.get(entry.key);
      return { ...entry, id: id !== undefined && former.has(id) ? id : createId() };
    });
  },
  write: groupTable,
  endMarks: async (change, { db, now }) => {
    const id: unknown = change.before?.id;
    if (typeof id !== 'string') return [];
    return counted('group_members', await countMembersOf(db, id, now, countLimit + 1));
  },
});

function wireGroup(group: Group) {
  return wireEntry(groupFields, group, {});
}
