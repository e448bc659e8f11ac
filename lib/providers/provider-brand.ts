import type { IdentityProvider } from './provider';

/** Services with a well-known mark. */
export type ProviderBrand =
  | 'apple'
  | 'auth0'
  | 'discord'
  | 'facebook'
  | 'github'
  | 'gitlab'
  | 'google'
  | 'keycloak'
  | 'linkedin'
  | 'microsoft'
  | 'okta'
  | 'slack'
  | 'x';

/** Hosts of the services. A leading dot matches every subdomain. */
const hosts: readonly (readonly [host: string, brand: ProviderBrand])[] = [
  ['accounts.google.com', 'google'],
  ['appleid.apple.com', 'apple'],
  ['discord.com', 'discord'],
  ['login.microsoftonline.com', 'microsoft'],
  ['login.microsoftonline.us', 'microsoft'],
  ['gitlab.com', 'gitlab'],
  ['slack.com', 'slack'],
  ['slack-gov.com', 'slack'],
  ['www.linkedin.com', 'linkedin'],
  ['.okta.com', 'okta'],
  ['.oktapreview.com', 'okta'],
  ['.okta-emea.com', 'okta'],
  ['.auth0.com', 'auth0'],
];

/**
 * The mark of a provider, determined by its issuer and never by its configured name. Self-hosted servers are recognized
 * by the usual address of their software.
 */
export function brandOf({ type, issuer }: Pick<IdentityProvider, 'type' | 'issuer'>): ProviderBrand | null {
  if (type !== 'oidc') return type;
  if (issuer === null || !URL.canParse(issuer)) return null;
  const { hostname, pathname } = new URL(issuer);
  const known = hosts.find(([host]) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
  if (known !== undefined) return known[1];
  if (/^\/(auth\/)?realms\/[^/]+\/?$/.test(pathname)) return 'keycloak';
  return hostname.startsWith('gitlab.') ? 'gitlab' : null;
}
