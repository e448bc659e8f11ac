import type { TwoStepReason } from '#lib/factors/decide-factor';
import { shell } from '#lib/i18n/admin/shell';

/** A question: what stops, what keeps working, and what cannot be undone. */
type Told = {
  readonly title: (name: string) => string;
  readonly text?: string;
  readonly stops: readonly string[];
  readonly stays: readonly string[];
  readonly final: readonly string[];
  readonly button: string;
};

const twoStepReasons: Record<TwoStepReason, string> = {
  app: 'the user has an authenticator app',
  switch: 'the user turned it on',
  role: 'the user has a role in the administration and a passkey',
  required: 'it’s required for everyone',
};

/** The pages about people. */
export const texts = {
  title: 'Users',
  description: 'Everyone who can sign in.',
  caption: 'Users',
  create: 'New user',
  columns: {
    user: 'User',
    role: 'Role',
    tenants: 'Tenants',
    lastSignIn: 'Last sign-in',
    created: 'Created',
    state: 'State',
  },
  states: { enabled: 'Enabled', disabled: 'Disabled', attacked: 'Under attack' },
  roles: { owner: 'Owner', editor: 'Editor', auditor: 'Auditor', none: 'No role' },
  filters: {
    q: 'Search name, username or email',
    state: 'State',
    role: 'Role',
    signedIn: 'Last sign-in',
    attack: 'Under attack',
    attackNow: 'In the last 24 hours',
    provider: 'Identity provider',
    tenant: 'Tenant',
    group: 'Group',
    active: 'Activity',
    activeSince: (period: string) => `Active ${period} now`,
  },
  allTenants: 'All',
  noTenant: 'No tenants',
  moreTenants: (count: number) => `+${count}`,
  bulk: {
    title: {
      enable: (count: string) => `Enable ${count} users?`,
      disable: (count: string) => `Disable ${count} users?`,
    },
    text: {
      enable: 'The users can sign in again. Revoked access isn’t restored.',
      disable:
        'Ends all their sessions and app access now. Access tokens that were already issued work until they expire. Enabling the users again doesn’t restore sessions or access.',
    },
    textOfOne: {
      enable: 'The user can sign in again. Revoked access isn’t restored.',
      disable:
        'Ends all sessions and app access now. Access tokens that were already issued work until they expire. Enabling the user again doesn’t restore sessions or access.',
    },
    live: (sessions: string, grants: string) => `Open sessions: ${sessions}. Active grants: ${grants}.`,
    button: { enable: 'Enable users', disable: 'Disable users' },
  },
  none: shell.list.none('users'),
  noneText: 'Searches match the beginning of a username, name or email.',
  empty: 'No users yet',
  emptyText: 'Create a user, or let users sign in with an identity provider.',
  access: {
    title: 'Groups and access',
    text: 'What this user can use, and why.',
    open: 'Groups and access',
    none: 'No groups',
  },
  menu: {
    'sign-out': 'Sign out everywhere…',
    tokens: 'Preview tokens',
    events: 'Events',
    disable: 'Disable…',
    enable: 'Enable…',
    delete: 'Delete…',
  },
  readOnly: 'Only an owner can change this account.',
  tenantAccess: {
    label: 'Tenant access',
    all: 'All tenants',
    none: 'Only without a tenant',
    listed: 'The tenants below',
  },
  facts: {
    sub: 'User ID',
    created: 'Created',
    updated: 'Changed',
    lastSignIn: 'Last sign-in',
    role: (name: string | null) => (name === null ? 'No role' : `Role: ${name}`),
    changeRole: 'Change role',
  },
  save: 'Save profile',
  new: {
    title: 'New user',
    description: 'New users have no role. An owner can assign one later.',
    password: 'How will they sign in?',
    link: 'Invite link',
    linkHelp: 'You send the link. It works once and expires after one hour.',
    generated: 'Generated password',
    generatedHelp: 'Shown once. Send it to the user.',
    typed: 'Set a password',
    provider: 'Only through a provider',
    providerHelp: 'The user has no password and signs in with a linked identity provider.',
    typedHelp: (minimum: number) => `At least ${minimum} characters.`,
    typedLabel: 'Password',
    submit: 'Create user',
    done: (username: string) => `${username} is ready`,
    doneLink: (username: string) => `${username} is ready`,
    passwordOnce: 'Copy the password now. You won’t be able to see it again.',
    linkOnce: 'Copy the link now. You won’t be able to see it again. It works once and expires after one hour.',
    open: 'Open user',
    another: 'Create another user',
  },
  /** Whether the user can sign in, and what helps. */
  status: {
    can: 'Can sign in.',
    cannot: 'Can’t sign in:',
    never: 'Never signed in.',
    last: 'Last success',
    enabled: 'enabled',
    disabled: 'disabled',
    noTenant: 'no tenants',
    only: (names: string) => `${names} only`,
    times: (count: string) => (count === '1' ? 'once' : `${count} times`),
    since: 'since',
    with: 'with',
    methods: {
      password: 'a password',
      passkey: 'a passkey',
      totp: 'an authenticator app',
      recovery: 'a recovery code',
      email: 'an email code',
      provider: 'an identity provider',
    },
    and: ' and ',
    limited: 'Too many wrong passwords: unknown browsers share one attempt per minute until',
  },
  help: {
    title: 'Help sign in',
    mail: 'Email a reset link…',
    invite: 'Email an invitation…',
    lost: 'Remove a lost factor',
    reset: 'Reset password…',
  },
  link: {
    title: 'Create a one-time link…',
    waiting: 'An unused password link exists.',
    done: 'Copy the link now. You won’t be able to see it again.',
  },
  mail: {
    recover: (email: string) =>
      `Emails a password link to ${email}, valid for 15 minutes. The second factor is still required.`,
    invite: (email: string) => `Emails an invite link to ${email}, valid for 7 days. Earlier links stop working.`,
    submit: 'Email a password link…',
    done: (email: string) => `Sent an email to ${email}.`,
    refused: {
      title: 'Email can’t be sent to this user',
      text: 'Email isn’t set up, the user is disabled, or the address is missing or not verified.',
    },
  },
  newPassword: {
    on: 'The user must set a new password at the next sign-in.',
    require: 'Require a new password…',
    lift: 'Stop requiring a new password…',
  },
  factors: {
    title: 'Sign-in methods',
    kinds: { password: 'Password', passkey: 'Passkey', totp: 'Authenticator app', recovery: 'Recovery codes' },
    left: (count: number) => (count === 1 ? '1 left' : `${count} left`),
    added: 'Added',
    used: 'Last used',
    never: 'Never used',
    remove: 'Remove…',
    empty: 'No sign-in methods.',
    twoStep: (reasons: readonly TwoStepReason[]) =>
      reasons.length === 0
        ? 'Two-step verification is off: the password or a passkey alone is enough.'
        : `Two-step verification is on: ${reasons.map((reason) => twoStepReasons[reason]).join(', ')}.`,
    trusted: (count: number) =>
      count === 1
        ? '1 trusted device doesn’t ask for a second factor.'
        : `${count} trusted devices don’t ask for a second factor.`,
    links: {
      recover: 'Password reset link sent. Expires',
      verify_email: 'Email verification link sent. Expires',
      change_email: 'Email change link sent. Expires',
      undo_email: 'Link to undo an email change sent. Expires',
    },
    self: 'Manage your own factors in your account.',
  },
  lock: { submit: 'Let this user try again…' },
  sessions: {
    title: 'Sessions',
    columns: { where: 'Browser', apps: 'Apps' },
    unknownBrowser: 'Another program',
    methods: {
      password: 'Password',
      passkey: 'Passkey',
      totp: 'Authenticator app',
      recovery: 'Recovery code',
      email: 'Email code',
      provider: 'Identity provider',
    },
    seen: 'Last seen',
    remembered: 'remembered',
    empty: 'Not signed in anywhere.',
    end: 'End…',
  },
  apps: {
    title: 'Apps',
    columns: { scopes: 'Scopes' },
    used: 'Last used',
    since: 'Since',
    remembered: 'consent remembered',
    empty: 'No apps have access.',
    revoke: 'Remove access…',
  },
  showAll: 'Show all',
  identities: {
    columns: { subject: 'User ID there' },
    unlink: 'Unlink…',
    last: 'This user has no password and can’t sign in without this identity.',
  },
  profile: { title: 'Profile', edit: 'Edit', claims: 'Claims', verified: 'verified', unverified: 'not verified' },
  role: {
    due: 'This role has no effect yet, because someone else chose the password. Ask an owner for a password link. The role takes effect once the link is used.',
    label: 'Role',
    help: {
      none: 'Can’t open the admin area.',
      auditor: 'Can view everything except secrets.',
      editor: 'Can also change clients, scopes, providers, tenants and users without a role.',
      owner: 'Can do everything, including roles, keys and settings.',
    },
  },
  timeline: {
    title: 'Timeline',
    filters: { all: 'All', failed: 'Failed', apps: 'Apps', admin: 'Admin' },
    empty: 'No events',
    earlier: 'Earlier events',
    all: 'View in audit log',
  },
  /** What is asked before an action. */
  questions: {
    enable: {
      title: (name: string) => `Enable ${name}?`,
      text: 'The user can sign in again. Revoked access isn’t restored.',
      stops: [],
      stays: [],
      final: [],
      button: 'Enable user',
    },
    disable: {
      title: (name: string) => `Disable ${name}?`,
      stops: ['Signing in', 'All sessions and app access, now'],
      stays: ['Access tokens that APIs verify themselves, until they expire', 'The account and its data'],
      final: ['Ended sessions and app access aren’t restored when you enable the user'],
      button: 'Disable user',
    },
    delete: {
      title: (name: string) => `Delete ${name}?`,
      stops: ['Signing in', 'All sessions and app access, now'],
      stays: ['Access tokens that APIs verify themselves, until they expire', 'Events in the audit log'],
      final: [
        'The account, its consents and linked identities are gone for good',
        'Apps treat a new user with this username as a different user',
      ],
      button: 'Delete user',
    },
    'sign-out': {
      title: (name: string) => `Sign out ${name} everywhere?`,
      stops: ['All sessions', 'All app access, offline access included'],
      stays: ['Signing in again', 'Access tokens that APIs verify themselves, until they expire'],
      final: ['Ended sessions and app access can’t be restored'],
      button: 'Sign out everywhere',
    },
    'end-session': {
      title: (name: string) => `End this session for ${name}?`,
      stops: ['This session, and app access that ends with it'],
      stays: ['Other sessions', 'Offline access'],
      final: ['An ended session can’t be restored'],
      button: 'End session',
    },
    'revoke-app': {
      title: (name: string) => `Remove access for ${name}?`,
      stops: ['All tokens the user gave this app', 'The remembered consent'],
      stays: ['Access tokens that APIs verify themselves, until they expire', 'Sessions of the user'],
      final: ['The app must ask the user again'],
      button: 'Remove access',
    },
    'remove-factor': {
      title: (name: string) => `Remove ${name}?`,
      stops: ['Signing in with it', 'Trusted devices. They ask for a second factor again'],
      stays: ['Existing sessions', 'Other sign-in methods'],
      final: ['It can’t be restored. The user can add a new one'],
      button: 'Remove',
    },
    unlink: {
      title: (name: string) => `Unlink ${name}?`,
      stops: ['Signing in to this account with it', 'All sessions of this user, now'],
      stays: ['The account and its other sign-in methods'],
      final: ['The next sign-in with this identity creates or opens another user'],
      button: 'Unlink identity',
    },
    mail: {
      title: (name: string) => `Email ${name} a password link?`,
      stops: ['Earlier links of this kind'],
      stays: ['The current password, until the link is used'],
      final: [],
      button: 'Send email',
    },
    link: {
      title: (name: string) => `Create a one-time link for ${name}?`,
      text: 'The link sets a password. It works once and expires after one hour. Using it signs the user out everywhere.',
      stops: ['Earlier one-time links'],
      stays: ['The current password, until the link is used'],
      final: [],
      button: 'Create link',
    },
    require: {
      title: (name: string) => `Require a new password from ${name}?`,
      text: 'The user signs in with the current password and must then set a new one.',
      stops: [],
      stays: ['Sessions and app access'],
      final: [],
      button: 'Require a new password',
    },
    keep: {
      title: (name: string) => `Stop requiring a new password from ${name}?`,
      text: 'The user signs in with the current password.',
      stops: [],
      stays: [],
      final: [],
      button: 'Stop requiring it',
    },
    unlock: {
      title: (name: string) => `Let ${name} try again?`,
      text: 'Clears the limits of failed attempts with passwords, codes and second factors.',
      stops: [],
      stays: [],
      final: [],
      button: 'Let this user try again',
    },
    role: {
      title: (name: string) => `Change the role for ${name}?`,
      stops: ['All sessions and app access of this user, now', 'Unused links to set a password or to change the email'],
      stays: ['The account and its data'],
      final: [
        'If someone else chose the password, it must be replaced before the role takes effect',
        'In that case passkeys, authenticator apps, recovery codes and added identities are removed',
      ],
      button: 'Change role',
    },
  } satisfies Readonly<Record<string, Told>>,
  /** What is said after it. */
  said: {
    saved: 'Saved the profile.',
    enabled: 'Enabled this user.',
    disabled: 'Disabled this user. All sessions and app access have ended.',
    deleted: 'Deleted the user.',
    factorRemoved: 'Removed the second factor.',
    passwordRequired: 'This user must set a new password at the next sign-in.',
    passwordNotRequired: 'This user no longer has to set a new password.',
    unlocked: 'This user can try again.',
    signedOut: 'Signed this user out everywhere.',
    sessionEnded: 'Ended the session.',
    appRevoked: 'Removed the app’s access.',
    unlinked: 'Unlinked the identity.',
    role: 'Changed the role.',
  },
} as const;
