/** The pictures of a tenant, by the key of the file. */
export const logoKeys = ['theme.logo', 'theme.logo_dark', 'theme.favicon'] as const;
export type LogoKey = (typeof logoKeys)[number];

/** Those of an identity provider. */
export const providerLogoKeys = ['logo', 'logo_dark'] as const;

/** The input that takes the picture away. */
export function removeField(key: string): string {
  return `${key}.remove`;
}
