import { formatNumber } from '#lib/i18n/admin/format';
import { shell } from '#lib/i18n/admin/shell';
import { sourceText } from '../groups/texts';

/** What an assignment gives, in a sentence. */
export function assignmentText(role: string | null): string {
  return role === null ? 'access' : `the role ${role}`;
}

/** Who can use what, and why. */
export const texts = {
  list: {
    title: (name: string) => `Who can use ${name}, and why`,
    assigned: 'Only people with an assignment, or in a group with access or a role, can use this client.',
    everyone:
      'Everyone can use this client. This list shows people with an assignment or a role, and people who have used it.',
    change: 'Change who can use it',
    caption: 'People of this client',
    columns: { user: 'User', state: 'State', roles: 'Roles', because: 'Because', lastUsed: 'Last used' },
    filters: {
      user: 'User',
      role: 'Role',
      group: 'Group',
      use: 'Last used',
      unused: (days: number) => `Not in ${days} days`,
      ends: 'Ends',
      soon: (days: number) => `Within ${days} days`,
    },
    empty: 'No users yet',
    emptyText: 'Assign a user above, or name a group on the Access tab.',
    none: shell.list.none('people'),
    missing: {
      title: (name: string, client: string) => `${name} can’t use ${client}`,
      why: (groups: readonly string[]) => {
        if (groups.length === 0) return 'No assignment.';
        const named = groups.length > 3 ? `any of its ${formatNumber(groups.length)} groups` : groups.join(' or ');
        return `Not in ${named}, and no assignment.`;
      },
      hidden: (name: string, client: string) => `${name} can use ${client}, but isn’t in this list`,
      filtered: 'This user is hidden by another filter.',
      everyone: 'This user has no role or assignment here, and hasn’t used it.',
      give: 'Give access',
      simulate: 'Simulate',
    },
    unsorted: 'Long lists are in no particular order. Use a filter to find a user.',
    barred: { disabled: 'Disabled', tenant: 'Not in its tenant' },
    noRoles: 'No role',
    endMany: 'End assignments',
  },
  because: {
    everyone: 'Everyone can use it',
    token: 'Everyone with a token for it has this role',
    group: (source: string) => `Group, ${source}`,
    assignment: {
      administrator: 'Assigned by an administrator',
      file: 'Assigned in the configuration file',
    } as Readonly<Record<string, string>>,
    request: 'Approved request',
    access: 'access',
    until: 'until',
  },
  assign: {
    title: 'Assign a user',
    user: 'User',
    userHelp: 'A username, user ID, or email address.',
    role: 'Role',
    none: 'Access without a role',
    noRoles: 'This client has no roles yet. Add them on its Access tab.',
    until: 'Until',
    untilHelp: 'The last day, in UTC. Leave empty for no end.',
    submit: 'Assign',
    done: (name: string, role: string | null, place: string) =>
      role === null ? `${name} can use ${place}.` : `${name} has the role ${role} in ${place}.`,
  },
  end: {
    link: 'End…',
    of: (what: string) => `End ${what}…`,
    title: (name: string, what: string, place: string) => `End ${what} for ${name} in ${place}?`,
    text: 'It ends immediately. Access tokens that APIs verify on their own keep working until they expire.',
    button: 'End assignment',
    done: (name: string, what: string, place: string) => `Ended ${what} for ${name} in ${place}.`,
  },
  many: {
    title: 'End assignments',
    people: 'Users',
    peopleHelp: 'Usernames or email addresses, one per line.',
    review: 'Review',
    submit: (count: number) =>
      count === 1 ? 'End the assignments of 1 person' : `End the assignments of ${formatNumber(count)} people`,
    none: 'No user in this list has an assignment that you can end.',
    back: 'Back to people',
    will: (count: number) => `Assignments will end: ${formatNumber(count)}`,
    done: (count: number) => `Assignments ended: ${formatNumber(count)}`,
    lists: {
      keep: (count: number) => `Keep access or a role through a group: ${formatNumber(count)}`,
      without: (count: number) => `Without an assignment: ${formatNumber(count)}`,
      forbidden: (count: number) => `Only an owner can change them: ${formatNumber(count)}`,
      unknown: (count: number) => `Not found: ${formatNumber(count)}`,
      ambiguous: (count: number) => `Email address shared by several users: ${formatNumber(count)}`,
    },
  },
  user: {
    title: (name: string) => `What ${name} can use, and why`,
    assignments: {
      title: 'Assignments',
      columns: {
        place: 'Client or API',
        role: 'Role',
        source: 'Given by',
        until: 'Until',
        since: 'Since',
        action: 'Action',
      },
      empty: 'No direct assignments.',
    },
    applications: {
      caption: 'Clients and APIs of this user',
      columns: { app: 'Client or API', roles: 'Roles', because: 'Because', lastUsed: 'Last used' },
      empty: 'This user can’t use any application.',
      unknownUse: 'Not recorded',
    },
    isApi: 'API',
    client: 'Client',
    clientHelp: 'The ID of a client.',
    api: 'Or API',
    apiHelp: 'The name of an API.',
    roleHelp: 'The name of a role. Leave empty for access to a client without a role.',
    oneOf: 'Enter a client or an API.',
    noClient: 'No client has this ID.',
    noApi: 'No API has this name.',
  },
} as const;

/** Who gave an assignment, in words. */
export function givenText(source: string): string {
  return source === 'request' ? texts.because.request : sourceText(source);
}
