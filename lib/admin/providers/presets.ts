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

export const presets = {
  entra: {
    type: 'oidc',
    brand: 'microsoft',
    name: 'entra',
    displayName: 'Microsoft',
    issuer: null,
    example: 'https://login.microsoftonline.com/TENANT-ID/v2.0',
    mapping: person,
  },
  google: {
    type: 'oidc',
    brand: 'google',
    name: 'google',
    displayName: 'Google',
    issuer: 'https://accounts.google.com',
    example: 'https://accounts.google.com',
    mapping: { ...person, picture: 'picture' },
  },
  okta: {
    type: 'oidc',
    brand: 'okta',
    name: 'okta',
    displayName: 'Okta',
    issuer: null,
    example: 'https://example.okta.com',
    mapping: person,
  },
  auth0: {
    type: 'oidc',
    brand: 'auth0',
    name: 'auth0',
    displayName: 'Auth0',
    issuer: null,
    example: 'https://example.eu.auth0.com/',
    mapping: { ...person, picture: 'picture' },
  },
  keycloak: {
    type: 'oidc',
    brand: 'keycloak',
    name: 'keycloak',
    displayName: 'Keycloak',
    issuer: null,
    example: 'https://keycloak.example/realms/REALM',
    mapping: person,
  },
  github: {
    type: 'github',
    brand: 'github',
    name: 'github',
    displayName: 'GitHub',
    issuer: null,
    example: null,
    mapping: { name: 'name', email: 'email', picture: 'picture', profile: 'profile' },
  },
  apple: {
    type: 'oidc',
    brand: 'apple',
    name: 'apple',
    displayName: 'Apple',
    issuer: 'https://appleid.apple.com',
    example: 'https://appleid.apple.com',
    mapping: person,
    // Apple sends a name and an address only in a form.
    settings: { scope: 'openid name email', response_mode: 'form_post' },
    hasKey: true,
  },
  discord: {
    type: 'oidc',
    brand: 'discord',
    name: 'discord',
    displayName: 'Discord',
    issuer: 'https://discord.com',
    example: 'https://discord.com',
    mapping: { name: 'nickname', email: 'email', picture: 'picture' },
    settings: { scope: 'openid identify email' },
  },
  facebook: {
    type: 'facebook',
    brand: 'facebook',
    name: 'facebook',
    displayName: 'Facebook',
    issuer: null,
    example: null,
    mapping: { ...person, picture: 'picture' },
  },
  x: {
    type: 'x',
    brand: 'x',
    name: 'x',
    displayName: 'X',
    issuer: null,
    example: null,
    mapping: { name: 'name', email: 'email', picture: 'picture' },
  },
  gitlab: {
    type: 'oidc',
    brand: 'gitlab',
    name: 'gitlab',
    displayName: 'GitLab',
    issuer: 'https://gitlab.com',
    example: 'https://gitlab.example.com',
    // This service does not send given and family names.
    mapping: { name: 'name', email: 'email', picture: 'picture', profile: 'profile' },
  },
  slack: {
    type: 'oidc',
    brand: 'slack',
    name: 'slack',
    displayName: 'Slack',
    issuer: 'https://slack.com',
    example: 'https://slack.com',
    mapping: { ...person, picture: 'picture' },
  },
  linkedin: {
    type: 'oidc',
    brand: 'linkedin',
    name: 'linkedin',
    displayName: 'LinkedIn',
    issuer: 'https://www.linkedin.com/oauth',
    example: 'https://www.linkedin.com/oauth',
    // Without `locale`, because this service sends an object instead of a language tag.
    mapping: { ...person, picture: 'picture' },
  },
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

export function isPresetName(text: string): text is PresetName {
  return Object.hasOwn(presets, text);
}
