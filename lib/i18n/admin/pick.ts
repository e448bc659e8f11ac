import { formatCount } from './format-number';

/** Fields for the name of something. */
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
  keepTyping: 'More match. Keep typing.',
  nothing: 'No matches',
  status: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
} as const;
