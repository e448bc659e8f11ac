import { confirmations } from './confirmations';
import { formatCount } from './format';
import { shell } from './shell';

/** Fields in which people type the name of an object. */
const several = (one: string, many: string) => (count: number, isCut: boolean, typed: string) =>
  count === 1 ? `1 ${one} matches “${typed}”` : `${formatCount(count, isCut)} ${many} match “${typed}”`;

const unknown = (one: string) => (typed: string) => `No ${one} is called “${typed}”`;

const pick = {
  several: {
    user: several('user', 'users'),
    client: several('client', 'clients'),
    scope: several('scope', 'scopes'),
    group: several('group', 'groups'),
    api: several('API', 'APIs'),
    tenant: several('tenant', 'tenants'),
    provider: several('identity provider', 'identity providers'),
    claim: several('claim', 'claims'),
  },
  unknown: {
    user: unknown('user'),
    client: unknown('client'),
    scope: unknown('scope'),
    group: unknown('group'),
    api: unknown('API'),
    tenant: unknown('tenant'),
    provider: unknown('identity provider'),
    claim: unknown('claim'),
  },
  scopes: {
    groups: {
      identity: { label: 'Identity' },
      apis: { label: 'APIs' },
      signet: {
        label: 'Signet administration',
        warning: 'Lets the client read or change this installation through the admin API.',
      },
    },
    builtIn: {
      openid: 'Signs the user in and gives their user ID',
      profile: 'Name, picture, birthdate and other profile data',
      email: 'Email and whether it is verified',
      phone: 'Phone number and whether it is verified',
      address: 'Postal address',
      roles: 'Roles of the user in this client',
      groups: 'Groups of the user that this client is allowed to see',
      offline_access: 'Required for refresh tokens',
    } as Readonly<Record<string, string>>,
  },
  words: (label: string) => `${label}: type one name per line.`,
  filter: (label: string) => `Filter ${label.toLowerCase()}`,
  suggestions: 'Suggestions',
  keepTyping: 'More match. Keep typing.',
  nothing: 'No matches',
  status: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
} as const;

/** The page behind the link that is printed by a first start. */
const owner = {
  title: 'Create the first owner',
  text: 'Owners manage clients, users, keys and roles. This link works once.',
  username: 'Username',
  password: 'Password',
  passwordHelp: (minimum: number) => `At least ${minimum} characters. Several words together are easy to remember.`,
  email: 'Email (optional)',
  submit: 'Create owner',
  problems: {
    heading: 'Fix these problems to continue',
    prefix: 'Error:',
    invalid_username: 'Enter a username of 1 to 100 visible characters, without the @ sign',
    username_taken: 'This username is taken. Choose another one',
    invalid_email: 'Enter an email address such as name@example.com, or leave it empty',
    password_too_short: 'Use a longer password',
    password_too_long: 'Use a shorter password',
    password_contains_username: 'Choose a password that doesn’t contain the username',
    password_too_common: 'Choose a password that’s harder to guess',
    password_breached: 'This password appeared in a data breach. Choose another one',
  },
  done: {
    title: 'Owner created',
    text: 'You’re signed in.',
    link: 'Go to the admin area',
  },
  invalid: {
    title: 'This link doesn’t work',
    text: 'It was already used, has expired, or an owner already exists. Until one exists, each server start prints a new link.',
    link: 'Go to the start page',
  },
} as const;

/** The message after an action, shown once by the next page. */
const flash = {
  undo: 'Undo',
  view: 'View revision',
  dismiss: 'Dismiss',
  unchanged: 'There was nothing to change.',
} as const;

/** The texts of the administration. English defines the keys, and another language must have the same ones. */
const en = {
  confirmations,
  flash,
  owner,
  pick,

  shell,
};

type AdminTexts = typeof en;

/** The texts of the administration. English is complete, and other languages can be added. */
export const adminTexts: AdminTexts = en;
