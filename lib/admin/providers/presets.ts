import type { ProviderBrand } from '#lib/providers/provider-brand';

/** The known facts of a provider. The texts are in the catalog under the same names. */
type Preset = {
  readonly type: 'oidc' | 'github';
  /** Whose mark the gallery shows; null for no service in particular. */
  readonly brand: ProviderBrand | null;
  /** The name and the display name that are proposed. */
  readonly name: string;
  readonly displayName: string;
  /** The shared issuer; null if each customer has their own. */
  readonly issuer: string | null;
  /** What an issuer looks like there; null where none is asked for. */
  readonly example: string | null;
  readonly mapping: Readonly<Record<string, string>>;
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
  gitlab: {
    type: 'oidc',
    brand: 'gitlab',
    name: 'gitlab',
    displayName: 'GitLab',
    issuer: 'https://gitlab.com',
    example: 'https://gitlab.example.com',
    // It sends no parts of the name.
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
    // Not its locale, which is an object and no language tag.
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

/** The gallery: the commonest first. */
export const presetNames: readonly PresetName[] = [
  'entra',
  'google',
  'github',
  'gitlab',
  'slack',
  'linkedin',
  'okta',
  'auth0',
  'keycloak',
  'oidc',
];

export function isPresetName(text: string): text is PresetName {
  return Object.hasOwn(presets, text);
}
