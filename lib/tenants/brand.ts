import { cspHash } from '#lib/http/security-headers';
import { type LogoFile, logoHash, parseLogo } from '#lib/pictures/logo';
import type { Brand, BrandImage } from '#lib/theme/brand';
import { deriveTheme } from '#lib/theme/derive-theme';
import { type ColorMode, portalTheme, themeCss } from '#lib/theme/stylesheet';
import type { Look } from './look';

/** The path of tenants' pictures. */
export const brandingPath = '/branding';

/** The folder for pictures of the portal itself. It is among those of tenants, whose names never start with `~`. */
export const portalFolder = '~portal';

/**
 * The look of pages, with derived and corrected colors.
 * @param mode the color schemes in which they are shown. A preview shows one of them
 */
export function toBrand({ tenant, name, theme, links }: Look, mode: ColorMode = theme.mode): Brand {
  const derived = { ...deriveTheme(theme), mode };
  const css = themeCss(derived);
  const pictures = picturesOf(tenant, theme);
  return {
    // Every page has the style of the product already.
    ...{ tenant, name, style: css === plainCss ? null : { css, source: cspHash(css) }, mode, links },
    bars: { light: derived.light.background, dark: derived.dark.background },
    logo: logoOf(pictures),
    icon: pictures.favicon,
    texts: theme.texts,
  };
}

const plainCss = themeCss(portalTheme);

/** The picture at an address. Null if the look has no such picture (any more). */
export function findLogo({ theme }: Look, hash: string): LogoFile | null {
  const files = [theme.logo, theme.logoDark, theme.favicon].flatMap((text) =>
    text === null ? [] : (parseLogo(text) ?? []),
  );
  return files.find((file) => logoHash(file) === hash) ?? null;
}

function logoOf({ logo, logoDark }: Pictures): BrandImage | null {
  const light = logo ?? logoDark;
  return light === null ? null : { light, dark: logoDark };
}

type Pictures = Readonly<Record<'logo' | 'logoDark' | 'favicon', string | null>>;

/** The addresses of the pictures of a theme. Null for a missing one. @param tenant null for the portal itself */
export function picturesOf(tenant: string | null, { logo, logoDark, favicon }: Pictures): Pictures {
  const folder = tenant ?? portalFolder;
  const addressOf = (picture: string | null) => {
    const file = picture === null ? null : parseLogo(picture);
    return file && `${brandingPath}/${folder}/${logoHash(file)}`;
  };
  return { logo: addressOf(logo), logoDark: addressOf(logoDark), favicon: addressOf(favicon) };
}
