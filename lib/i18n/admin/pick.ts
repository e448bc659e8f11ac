import { formatCount } from './format-number';

/** Fields in which people type the name of an object. */
const several = (one: string, many: string) => (count: number, isCut: boolean, typed: string) =>
  count === 1 ? `1 ${one} matches “${typed}”` : `${formatCount(count, isCut)} ${many} match “${typed}”`;

const unknown = (one: string) => (typed: string) => `No ${one} is called “${typed}”`;

export const pick = {
  several: {
    user: several('user', 'users'),
    client: several('client', 'clients'),
    scope: several('scope', 'scopes'),
    tenant: several('tenant', 'tenants'),
    provider: several('identity provider', 'identity providers'),
    claim: several('claim', 'claims'),
  },
  unknown: {
    user: unknown('user'),
    client: unknown('client'),
    scope: unknown('scope'),
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
      roles: 'Roles of the user',
      offline_access: 'Required for refresh tokens',
    } as Readonly<Record<string, string>>,
  },
  words: (label: string) => `${label}: there are many. Type their names, one on each line.`,
  filter: (label: string) => `Filter ${label.toLowerCase()}`,
  suggestions: 'Suggestions',
  keepTyping: 'More match. Keep typing.',
  nothing: 'No matches',
  status: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
} as const;
