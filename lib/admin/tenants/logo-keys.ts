/** The pictures of a tenant, by their keys in the configuration file. */
export const logoKeys = ['theme.logo', 'theme.logo_dark', 'theme.favicon'] as const;

/** The pictures of an identity provider. */
export const providerLogoKeys = ['logo', 'logo_dark'] as const;

/** The input that removes the picture. */
export function removeField(key: string): string {
  return `${key}.remove`;
}
