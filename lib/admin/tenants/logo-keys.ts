/** The pictures of a tenant, by the key of the file. */
export const logoKeys = ['theme.logo', 'theme.logo_dark', 'theme.favicon'] as const;
export type LogoKey = (typeof logoKeys)[number];

/** The input that takes the picture away. */
export function removeField(key: LogoKey): string {
  return `${key}.remove`;
}
