import { formatNumber } from './format-number';

/** The history of the configuration. */
export const history = {
  title: 'History',
  description: 'Every change of the configuration, whoever made it and by whatever means. Any of them can be undone.',
  caption: 'Revisions, the newest first',
  columns: { number: 'Revision', time: 'Time', author: 'Who', source: 'By', reason: 'Reason', entries: 'Entries' },
  sources: {
    area: 'Administration',
    api: 'Admin API',
    file: 'Configuration file',
    start: 'Start of the server',
    registration: 'Client registration',
  },
  empty: 'Nothing was changed yet.',
  older: 'Older revisions',
  newest: 'Newest revisions',
  revision: (number: number) => `Revision ${number}`,
  changes: 'What it changed',
  created: 'created',
  updated: 'changed',
  deleted: 'deleted',
  restore: {
    risks: 'What this breaks',
    long: (changes: number) =>
      `It takes back ${changes} changes: too many to be shown here. Export the configuration first, to see afterwards what changed.`,
    title: 'Go back to this revision',
    text: 'Everything that was changed after it becomes what it was. That is a revision of its own, so it can be undone too. User accounts stay as they are.',
    nothing: 'Nothing was changed after this revision.',
    preview: (count: number) =>
      count === 1 ? 'This changes one entry:' : `This changes ${formatNumber(count)} entries:`,
    button: 'Restore',
  },
  entry: {
    revisions: 'What was changed',
    noRevisions: 'The history knows no change of it.',
    columns: { revision: 'Revision', change: 'Change', time: 'Time', who: 'Author', reason: 'Note' },
    events: 'What happened',
    noEvents: 'Nothing was recorded yet.',
    all: 'All of it in the audit log',
  },
  summary: {
    nothing: 'Changed nothing that is still known',
    one: {
      created: (noun: string, name: string) => `Created ${noun} ${name}`,
      updated: (noun: string, name: string) => `Changed ${noun} ${name}`,
      deleted: (noun: string, name: string) => `Deleted ${noun} ${name}`,
    },
    several: {
      created: (what: string) => `Created ${what}`,
      updated: (what: string) => `Changed ${what}`,
      deleted: (what: string) => `Deleted ${what}`,
    },
    reordered: (what: string) => `Changed the order of ${what}`,
    moved: (name: string) => `Moved ${name}`,
    changed: (label: string, name: string) => `Changed ${label} of ${name}`,
    settings: (count: number, name: string) => `Changed ${count} settings of ${name}`,
    enabled: (noun: string, name: string) => `Enabled ${noun} ${name}`,
    disabled: (noun: string, name: string) => `Disabled ${noun} ${name}`,
    secrets: {
      more: (name: string) => `Added a secret to ${name}`,
      fewer: (name: string) => `Deleted a secret of ${name}`,
      same: (name: string) => `Replaced a secret of ${name}`,
    },
    portal: 'the portal',
    count: (noun: string, count: number) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`,
    and: (items: readonly string[]) => new Intl.ListFormat('en-US').format(items),
  },
  sections: {
    portal: 'portal',
    scopes: 'scope',
    clients: 'client',
    users: 'user',
    identity_providers: 'identity provider',
    tenants: 'tenant',
  },
} as const;
