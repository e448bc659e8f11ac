import { cspHash } from '#lib/http/content-security-policy';
import type { Brand, Logo } from '#lib/theme/brand';
import { deriveTheme } from '#lib/theme/derive-theme';
import { themeCss } from '#lib/theme/stylesheet';
import { type LogoFile, logoHash, parseLogo } from './logo';
import type { Tenant } from './tenant';

/** The path of tenants' pictures. */
export const brandingPath = '/branding';

/** A tenant's look, with its colors derived and repaired. */
export function toBrand({ name, displayName, theme, links }: Tenant): Brand {
  const css = themeCss(deriveTheme(theme));
  const logo = logoOf(name, theme);
  return { tenant: name, name: displayName, css, cssSource: cspHash(css), mode: theme.mode, logo, links };
}

/** The picture of an address; null if the tenant has no such picture (any more). */
export function findLogo({ theme }: Tenant, hash: string): LogoFile | null {
  const files = [theme.logo, theme.logoDark].flatMap((text) => (text === null ? [] : (parseLogo(text) ?? [])));
  return files.find((file) => logoHash(file) === hash) ?? null;
}

function logoOf(tenant: string, { logo, logoDark }: Tenant['theme']): Logo | null {
  const address = (text: string | null) => {
    const file = text === null ? null : parseLogo(text);
    return file === null ? null : `${brandingPath}/${tenant}/${logoHash(file)}`;
  };
  const light = address(logo) ?? address(logoDark);
  return light === null ? null : { light, dark: address(logoDark) };
}
