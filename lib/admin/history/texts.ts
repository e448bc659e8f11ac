import { formatNumber } from '#lib/i18n/admin/format';
import { shell } from '#lib/i18n/admin/shell';

/** The history of the configuration. */
export const texts = {
  title: 'History',
  description: 'Every configuration change, from any source.',
  caption: 'Revisions, newest first',
  columns: {
    number: 'Revision',
    change: 'Change',
    author: 'Author',
    source: 'Source',
    time: 'Time',
    reason: 'Note',
    actions: 'Actions',
  },
  sources: {
    area: 'Admin area',
    api: 'Admin API',
    file: 'Configuration file',
    start: 'Server start',
    registration: 'Client registration',
  },
  current: 'Current',
  empty: 'No changes yet',
  emptyText: 'Changes to clients, scopes, groups, providers, tenants and settings appear here.',
  none: shell.list.none('revisions'),
  previous: 'Previous',
  next: 'Next',
  page: (page: number, pages: number) => `Page ${formatNumber(page)} of ${formatNumber(pages)}`,
  revision: (number: number) => `Revision ${number}`,
  changes: 'Changes',
  created: 'created',
  updated: 'changed',
  deleted: 'deleted',
  open: (name: string) => `Open ${name}`,
  settings: (count: number) => `${formatNumber(count)} ${count === 1 ? 'setting' : 'settings'}`,
  defaults: (count: number) => `Show ${formatNumber(count)} ${count === 1 ? 'default' : 'defaults'}`,
  undo: {
    button: 'Undo',
    title: (number: number) => `Undo revision ${number}?`,
    text: 'Resets the settings it changed to their previous values. Later changes to other settings stay. You can undo this too.',
    impossible: 'This revision can’t be undone',
    nothing: 'Nothing to undo. These settings already have their previous values.',
    deletes: 'Deletes what this revision created, including all access granted through it.',
    returns: 'What users had there doesn’t come back: grants, consents, assignments and requests for access.',
    changedSince: (keys: readonly string[]) =>
      `Changed since: ${new Intl.ListFormat('en-US').format(keys.slice(0, 10))}`,
    changedSinceText: 'Review the changes below before you undo.',
    done: (number: number) => `Undid revision ${number}.`,
    note: (number: number, summary: string) => `Undid revision ${number}: ${summary}`,
  },
  restore: {
    title: 'Restore to this point',
    question: (number: number) => `Restore revision ${number}?`,
    text: 'Reverts all later changes. Accounts aren’t changed. You can undo this too.',
    impossible: 'This revision can’t be restored',
    nothing: 'Nothing has changed since this revision.',
    preview: (count: number) => (count === 1 ? 'Changes one entry' : `Changes ${formatNumber(count)} entries`),
    long: (changes: number) =>
      `Reverts ${formatNumber(changes)} changes, too many to list. Export the configuration first so that you can compare.`,
    more: (count: number) => `and ${formatNumber(count)} more`,
    risks: 'What this breaks',
    later: 'Changes that are undone',
    earlier: 'and earlier changes. See the history',
    button: (number: number) => `Restore revision ${number}`,
    done: (number: number) => `Restored revision ${number}.`,
  },
  entry: {
    revisions: 'Changes',
    noRevisions: 'No changes yet',
    columns: { revision: 'Revision', change: 'Change', time: 'Time', who: 'Author', reason: 'Note' },
    events: 'Recent events',
    noEvents: 'No events yet',
    all: 'View all in the audit log',
  },
  summary: {
    nothing: 'No known changes',
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
    /** Settings of clients whose label is a sentence or a question. */
    clientLabels: {
      access: 'access',
      access_groups: 'groups with access',
      approver_groups: 'approver groups',
      access_contact: 'access contact',
      groups_claim: 'groups in tokens',
      launcher: 'place in “Your apps”',
    },
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
    groups: 'group',
    apis: 'API',
    clients: 'client',
    users: 'user',
    identity_providers: 'identity provider',
    tenants: 'tenant',
  } as Readonly<Record<string, string>>,
} as const;

/** The noun for an entry of a section. */
export function nounOf(section: string): string {
  return texts.sections[section] ?? section;
}
