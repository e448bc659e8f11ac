import { z } from 'zod';
import { groups } from '#lib/config/sections/groups';
import type { Group } from '#lib/groups/group-store';
import { groupFields, groupSettings } from '#lib/groups/settings';
import { AdminError } from '../admin-error';
import { type AdminSection, plainTab, type StoredEntry } from '../entries/admin-section';
import { groupPath } from '../entries/entry-path';
import { fieldsOf } from '../entries/setting-fields';
import { countMembers } from './member-store';
import { getGroup } from './read';

export const groupSection: AdminSection = {
  section: groups,
  key: 'name',
  path: groupPath,
  listPath: '/admin/groups',
  isGuarded: false,
  get: async (admin, key) => toStored(await getGroup(admin, key)),
  tabs: { settings: plainTab(fieldsOf(groupSettings, 'about')) },
  api: {
    one: 'a group',
    schemaName: 'Group',
    path: '/groups',
    fields: groupFields,
    meta: z.strictObject({}),
    tell: async () => new Map(),
    list: async ({ snapshot }) => new Map([...snapshot.groups.values()].map((group) => [group.name, toStored(group)])),
    // The page to delete it says how many people are in it.
    checkDeletion: async (tx, { db, now }, key) => {
      const { id, name } = await getGroup({ db }, key);
      const members = (await countMembers(tx, [id], now)).get(id) ?? 0;
      if (members > 0) throw new AdminError('in_use', `group ${name} has members`);
    },
  },
};

function toStored(group: Group): StoredEntry {
  return { wire: groups.wire(group), isBuiltIn: false, secrets: [] };
}
