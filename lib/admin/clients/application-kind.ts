import { AdminError } from '../admin-error';

/** The kinds of applications, as administrators call them. */
export const applicationKinds = ['web', 'spa', 'native', 'device', 'machine'] as const;

export type ApplicationKind = (typeof applicationKinds)[number];

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

type Described = {
  readonly applicationType: 'web' | 'native' | null;
  readonly tokenEndpointAuthMethod: string;
  readonly grantTypes: Iterable<string>;
};

/** The kind of application, derived from the settings of a client; it is not stored. */
export function applicationKind({ applicationType, tokenEndpointAuthMethod, grantTypes }: Described): ApplicationKind {
  const grants = new Set(grantTypes);
  const redirects = grants.has('authorization_code') || grants.has('implicit');
  if (!redirects && grants.has(deviceGrant)) return 'device';
  if (!redirects) return 'machine';
  if (applicationType === 'native') return 'native';
  return tokenEndpointAuthMethod === 'none' ? 'spa' : 'web';
}

/** @throws AdminError `not_found` for an unknown kind */
export function kindOf(type: string | undefined): ApplicationKind {
  const kind = applicationKinds.find((known) => known === type);
  if (kind === undefined) throw new AdminError('not_found', 'There is no such kind of application');
  return kind;
}
