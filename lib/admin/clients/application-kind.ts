import { createText } from '#lib/crypto/random';
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

type Preset = {
  /** Fixed settings, with the keys of the configuration. All other settings have their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hasRedirects: boolean;
  readonly hasPostLogout: boolean;
  /** The scopes that are selected at first. */
  readonly scope: readonly string[];
};

const browser = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };

/** Safe settings for each kind of application (RFC 9700; RFC 8252 for native ones; RFC 8628 for devices). */
export const presets: Readonly<Record<ApplicationKind, Preset>> = {
  web: {
    settings: { ...browser, token_endpoint_auth_method: 'client_secret_basic', application_type: 'web' },
    hasRedirects: true,
    hasPostLogout: true,
    scope: ['openid', 'profile', 'email', 'offline_access'],
  },
  spa: {
    settings: {
      ...browser,
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      access_token_lifetime_seconds: 900,
      refresh_token_lifetime_seconds: 86_400,
      refresh_token_idle_seconds: 28_800,
    },
    hasRedirects: true,
    hasPostLogout: true,
    scope: ['openid', 'profile', 'email', 'offline_access'],
  },
  native: {
    settings: { ...browser, token_endpoint_auth_method: 'none', application_type: 'native' },
    hasRedirects: true,
    hasPostLogout: true,
    scope: ['openid', 'profile', 'email', 'offline_access'],
  },
  device: {
    settings: {
      grant_types: [deviceGrant, 'refresh_token'],
      response_types: [],
      token_endpoint_auth_method: 'none',
    },
    hasRedirects: false,
    hasPostLogout: false,
    scope: ['openid', 'profile', 'offline_access'],
  },
  machine: {
    settings: {
      grant_types: ['client_credentials'],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_basic',
      require_consent: false,
    },
    hasRedirects: false,
    hasPostLogout: false,
    scope: [],
  },
};

/** A unique ID for a new client that is easy to distinguish from others. */
export function randomClientId(kind: ApplicationKind): string {
  return `${kind}-${createText('abcdefghjkmnpqrstuvwxyz23456789', 10)}`;
}
