import type { ProviderBrand } from '#lib/providers/provider-brand';
import type { ProviderType } from '#lib/providers/schema';

/** The known facts about a provider. Its texts are in the catalog under the same name. */
export type Preset = {
  readonly type: ProviderType;
  /** The mark in the gallery. Null for a preset without a particular service. */
  readonly brand: ProviderBrand | null;
  /** The suggested name and display name. */
  readonly name: string;
  readonly displayName: string;
  /** The shared issuer; null if each customer has their own. */
  readonly issuer: string | null;
  /** An example of an issuer. Null if the form does not ask for one. */
  readonly example: string | null;
  readonly mapping: Readonly<Record<string, string>>;
  /** Settings that differ from their defaults. */
  readonly settings?: { readonly scope?: string; readonly response_mode?: 'form_post' };
  /** It has a key that signs the secret, instead of a secret. */
  readonly hasKey?: true;
};

const person = { name: 'name', given_name: 'given_name', family_name: 'family_name', email: 'email' } as const;
const withPicture = { ...person, picture: 'picture' } as const;

/** A service that speaks OpenID Connect, with an issuer for each customer, unless it says more. */
function service(brand: ProviderBrand, displayName: string, more: Partial<Preset>): Preset {
  return { type: 'oidc', brand, name: brand, displayName, issuer: null, example: null, mapping: person, ...more };
}

/** All customers have the same issuer. */
const shared = (issuer: string) => ({ issuer, example: issuer });

export const presets = {
  entra: service('microsoft', 'Microsoft', {
    name: 'entra',
    example: 'https://login.microsoftonline.com/TENANT-ID/v2.0',
  }),
  google: service('google', 'Google', { ...shared('https://accounts.google.com'), mapping: withPicture }),
  okta: service('okta', 'Okta', { example: 'https://example.okta.com' }),
  auth0: service('auth0', 'Auth0', { example: 'https://example.eu.auth0.com/', mapping: withPicture }),
  keycloak: service('keycloak', 'Keycloak', { example: 'https://keycloak.example/realms/REALM' }),
  github: service('github', 'GitHub', {
    type: 'github',
    mapping: { name: 'name', email: 'email', picture: 'picture', profile: 'profile' },
  }),
  apple: service('apple', 'Apple', {
    ...shared('https://appleid.apple.com'),
    // Apple sends a name and an address only in a form.
    settings: { scope: 'openid name email', response_mode: 'form_post' },
    hasKey: true,
  }),
  discord: service('discord', 'Discord', {
    ...shared('https://discord.com'),
    mapping: { name: 'nickname', email: 'email', picture: 'picture' },
    settings: { scope: 'openid identify email' },
  }),
  facebook: service('facebook', 'Facebook', { type: 'facebook', mapping: withPicture }),
  x: service('x', 'X', { type: 'x', mapping: { name: 'name', email: 'email', picture: 'picture' } }),
  gitlab: service('gitlab', 'GitLab', {
    issuer: 'https://gitlab.com',
    example: 'https://gitlab.example.com',
    // This service does not send given and family names.
    mapping: { name: 'name', email: 'email', picture: 'picture', profile: 'profile' },
  }),
  slack: service('slack', 'Slack', { ...shared('https://slack.com'), mapping: withPicture }),
  linkedin: service('linkedin', 'LinkedIn', {
    ...shared('https://www.linkedin.com/oauth'),
    // Without `locale`, because this service sends an object instead of a language tag.
    mapping: withPicture,
  }),
  oidc: {
    type: 'oidc',
    brand: null,
    name: '',
    displayName: '',
    issuer: null,
    example: 'https://login.example.com',
    mapping: { name: 'name', email: 'email' },
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof presets;

/** The gallery, with the most common presets first. */
export const presetNames: readonly PresetName[] = [
  'entra',
  'google',
  'apple',
  'github',
  'gitlab',
  'slack',
  'linkedin',
  'facebook',
  'discord',
  'x',
  'okta',
  'auth0',
  'keycloak',
  'oidc',
];

/** Whether every customer connects in the same way, so that only the ID and the secret are asked for. */
export function isKnown({ type, issuer, example }: Preset): boolean {
  return type === 'facebook' || type === 'x' || (issuer !== null && issuer === example);
}

export function isPresetName(text: string): text is PresetName {
  return Object.hasOwn(presets, text);
}
