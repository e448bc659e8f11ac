import type { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import { groupKey, groupName } from '#lib/vocabulary/group-name';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf, setting } from '#lib/vocabulary/setting';
import { line } from '#lib/vocabulary/text';

/** One record for each key of the section `groups`, in the order of the file. */
export const groupSettings = {
  name: setting(groupName, {
    text: ['Name', 'For example finance. Can’t be changed later.'],
    type: 'group name',
    meaning: 'unique, not case-sensitive. Cannot be changed',
  }),
  display_name: setting(line(200).nullable().default(null), {
    field: { group: 'about', input: 'line' },
    text: ['Display name', 'Shown in the administration.'],
    type: 'text',
    meaning: 'the name in the administration',
  }),
  description: setting(line(1000).nullable().default(null), {
    field: { group: 'about', input: 'line' },
    text: ['Description', 'Who belongs to it, and what it is for.'],
    type: 'text',
    meaning: 'who belongs to it, and what it is for',
  }),
};

export const groupFields = schemasOf(groupSettings);

/** One entry of the section `groups`. */
export const groupSchema = entry(groupFields).transform((group) => ({
  ...camelKeys(group),
  key: groupKey(group.name),
}));

export type GroupEntry = z.output<typeof groupSchema>;

/** The most groups of an installation. */
export const maximumGroups = 20_000;
