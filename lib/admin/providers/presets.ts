/** What is known of a provider before anybody says anything. The texts are in the catalog under the same names. */
type Preset = {
  readonly type: 'oidc' | 'github';
  /** The name and the display name that are proposed. */
  readonly name: string;
  readonly displayName: string;
  /** The issuer that everybody has; null where each customer has their own. */
  readonly issuer: string | null;
  /** What an issuer looks like there; null where none is asked for. */
  readonly example: string | null;
  readonly mapping: Readonly<Record<string, string>>;
};

const person = { name: 'name', given_name: 'given_name', family_name: 'family_name', email: 'email' } as const;

/** The providers of the gallery, the commonest first. */
export const presets = {
  entra: {
    type: 'oidc',
    name: 'entra',
    displayName: 'Microsoft',
    issuer: null,
    example: 'https://login.microsoftonline.com/TENANT-ID/v2.0',
    mapping: person,
  },
  google: {
    type: 'oidc',
    name: 'google',
    displayName: 'Google',
    issuer: 'https://accounts.google.com',
    example: 'https://accounts.google.com',
    mapping: { ...person, picture: 'picture' },
  },
  okta: {
    type: 'oidc',
    name: 'okta',
    displayName: 'Okta',
    issuer: null,
    example: 'https://example.okta.com',
    mapping: person,
  },
  auth0: {
    type: 'oidc',
    name: 'auth0',
    displayName: 'Auth0',
    issuer: null,
    example: 'https://example.eu.auth0.com/',
    mapping: { ...person, picture: 'picture' },
  },
  keycloak: {
    type: 'oidc',
    name: 'keycloak',
    displayName: 'Keycloak',
    issuer: null,
    example: 'https://keycloak.example/realms/REALM',
    mapping: person,
  },
  github: {
    type: 'github',
    name: 'github',
    displayName: 'GitHub',
    issuer: null,
    example: null,
    mapping: { name: 'name', email: 'email', picture: 'picture', profile: 'profile' },
  },
  oidc: {
    type: 'oidc',
    name: '',
    displayName: '',
    issuer: null,
    example: 'https://login.example.com',
    mapping: { name: 'name', email: 'email' },
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof presets;

export const presetNames: readonly PresetName[] = ['entra', 'google', 'okta', 'auth0', 'keycloak', 'github', 'oidc'];

export function isPresetName(text: string): text is PresetName {
  return Object.hasOwn(presets, text);
}
