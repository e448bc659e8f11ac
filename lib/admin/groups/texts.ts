import { formatNumber, formatUpTo } from '#lib/i18n/admin/format';
import { shell } from '#lib/i18n/admin/shell';
import { countedMembers } from './member-store';

const people = (count: number) => (count === 1 ? '1 person' : `${formatUpTo(count, countedMembers)} people`);

/** The pages of the groups. */
export const texts = {
  title: 'Groups',
  description: 'Sets of users that share access and roles.',
  create: 'New group',
  submit: 'Create group',
  about: (effects: readonly string[]) => `Note: ${effects.join('. ')}.`,
  people,
  list: {
    caption: 'Groups by name',
    search: 'Search name',
    columns: { name: 'Name', members: 'Members', uses: 'Used by' },
    filters: { state: 'State', empty: 'Empty', unused: 'Unused' },
    empty: 'No groups yet',
    emptyText: 'Create a group and add users to it.',
    none: shell.list.none('groups'),
  },
  tabs: {
    label: 'Pages of this group',
    members: 'Members',
    used: 'Used by',
    settings: 'Settings',
    activity: 'Activity',
  },
  members: {
    caption: 'Members by username',
    search: 'Search name, username or email',
    columns: { user: 'User', source: 'Added by', until: 'Until', since: 'Added' },
    empty: 'No members yet',
    emptyText: 'Add a user above, or paste a list.',
    none: shell.list.none('members'),
    always: 'No end',
    remove: 'Remove…',
    removeOf: (source: string) => `Remove (${source})…`,
  },
  sources: { administrator: 'Administrator', file: 'Configuration file' } as Readonly<Record<string, string>>,
  provider: (name: string) => `Provider ${name}`,
  add: {
    title: 'Add a member',
    user: 'User',
    userHelp: 'A username, user ID, or email address.',
    until: 'Until',
    untilHelp: 'The last day of membership, in UTC. Leave empty for no end.',
    submit: 'Add member',
    many: 'Paste a list',
    done: (name: string, group: string) => `Added ${name} to ${group}.`,
    same: (name: string, group: string) => `${name} is already in ${group}.`,
    unknown: 'No user has this username, ID, or email address.',
    ambiguous: 'Several users have this email address. Enter a username.',
  },
  many: {
    title: 'Add many members',
    people: 'Users',
    peopleHelp: 'Up to 5,000 usernames or email addresses, one per line.',
    review: 'Review',
    submit: {
      add: (count: number) => (count === 1 ? 'Add 1 member' : `Add ${formatNumber(count)} members`),
      remove: (count: number) => (count === 1 ? 'Remove 1 member' : `Remove ${formatNumber(count)} members`),
    },
    again: 'Paste another list',
    will: {
      add: (count: number) => `Will be added: ${formatNumber(count)}`,
      remove: (count: number) => `Will be removed: ${formatNumber(count)}`,
    },
    done: {
      add: (count: number) => `Added: ${formatNumber(count)}`,
      remove: (count: number) => `Removed: ${formatNumber(count)}`,
    },
    known: {
      add: (count: number) => `Already members: ${formatNumber(count)}`,
      remove: (count: number) => `Not members: ${formatNumber(count)}`,
    },
    lists: {
      stays: (count: number) => `Still members through another source: ${formatNumber(count)}`,
      unknown: (count: number) => `Not found: ${formatNumber(count)}`,
      ambiguous: (count: number) => `Email address shared by several users: ${formatNumber(count)}`,
      forbidden: (count: number) => `Only an owner can change them: ${formatNumber(count)}`,
    },
    tooMany: 'Enter at most 5,000 users at once.',
    none: { add: 'No user in this list can be added.', remove: 'No user in this list can be removed.' },
  },
  bulk: {
    add: 'Add to group',
    remove: 'Remove from group',
    group: 'Group',
    groupHelp: 'The name of a group.',
    back: 'Back to users',
    unknown: 'No group has this name.',
  },
  used: {
    caption: 'Where this group is used',
    columns: { entry: 'Name', kind: 'Kind', gives: 'For' },
    kinds: { client: 'Client', api: 'API', provider: 'Identity provider' },
    empty: 'Nothing uses this group',
    emptyText:
      'Name it on the Access tab of a client, in a role of a client or an API, or in the group mapping of a provider.',
    clients: 'Open clients',
  },
  remove: {
    title: (name: string, group: string) => `Remove ${name} from ${group}?`,
    text: 'Access and roles from this membership end immediately. Those from other groups and from assignments stay.',
    others: (sources: string) => `They stay a member through: ${sources}`,
    provider: (name: string) => `${name} adds them again at their next sign-in there.`,
    button: 'Remove member',
    done: (name: string, group: string) => `Removed ${name} from ${group}.`,
  },
  activity: {
    text: 'To see who was added or removed, open the activity of a user or the',
    link: 'audit log',
  },
  deletion: {
    title: 'Delete group',
    text: 'You can undo this for 30 days. The members come back with the group.',
    link: 'Delete…',
    question: (name: string) => `Delete ${name}?`,
    stops: ['Access and roles that members get from this group'],
    stays: ['The accounts of its members', 'Its settings, in the history'],
    final: ['Its list of members, after 30 days'],
    members: 'Members',
    button: (count: number) => (count === 0 ? 'Delete group' : `Delete group with ${people(count)}`),
  },
  user: {
    title: 'Groups',
    caption: 'Groups of this user',
    columns: { group: 'Group', source: 'Added by', until: 'Until', since: 'Added', action: 'Action' },
    empty: 'This user isn’t in any group.',
    add: 'Add to a group',
    submit: 'Add to group',
    done: (group: string) => `Added to ${group}.`,
    same: (group: string) => `Already in ${group}.`,
  },
} as const;

/** Who said that somebody is in a group, in words. */
export function sourceText(source: string): string {
  const provider = /^provider:(.*)$/.exec(source)?.[1];
  return texts.sources[source] ?? (provider === undefined ? source : texts.provider(provider));
}

/** What an entry gives the groups that it names. */
export const groupUses = {
  access: 'Access',
  approvers: 'Approving requests',
  role: (name: string) => `Role ${name}`,
  value: (value: string) => `Value ${value}`,
};
