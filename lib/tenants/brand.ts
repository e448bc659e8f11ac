import { cspHash } from '#lib/http/security-headers';
import { type LogoFile, logoHash, parseLogo } from '#lib/pictures/logo';
import type { Brand, BrandImage } from '#lib/theme/brand';
import { deriveTheme } from '#lib/theme/derive-theme';
import { themeCss } from '#lib/theme/stylesheet';

import type { Tenant } from './schema';

/** The path of tenants' pictures. */
export const brandingPath = '/branding';

/** A tenant's look, with derived and corrected colors. */
export function toBrand({ name, displayName, theme, links }: Tenant): Brand {
  const derived = deriveTheme(theme);
  const css = themeCss(derived);
  return {
    ...{ tenant: name, name: displayName, css, cssSource: cspHash(css), mode: theme.mode, links },
    bars: { light: derived.light.background, dark: derived.dark.background },
    logo: logoOf(name, theme),
    icon: addressOf(name, theme.favicon),
    texts: theme.texts,
  };
}

/** The picture at an address. Null if the tenant has no such picture (any more). */
export function findLogo({ theme }: Tenant, hash: string): LogoFile | null {
  const files = [theme.logo, theme.logoDark, theme.favicon].flatMap((text) =>
    text === null ? [] : (parseLogo(text) ?? []),
  );
  return files.find((file) => logoHash(file) === hash) ?? null;
}

function logoOf(tenant: string, { logo, logoDark }: Tenant['theme']): BrandImage | null {
  const dark = addressOf(tenant, logoDark);
  const light = addressOf(tenant, logo) ?? dark;
  return light === null ? null : { light, dark };
}

function addressOf(tenant: string, picture: string | null): string | null {
  const file = picture === null ? null : parseLogo(picture);
  return file === null ? null : `${brandingPath}/${tenant}/${logoHash(file)}`;
}
