import type { ColorMode } from './stylesheet';

/** A picture on our own origin. */
export type BrandImage = { readonly light: string; readonly dark: string | null };

export type SignInTexts = { readonly title?: string; readonly subtitle?: string };

/** The look and the links of pages that are shown for a tenant. Built once for each revision. */
export type Brand = {
  /** The tenant's name in the configuration. */
  readonly tenant: string;
  /** The name for people. */
  readonly name: string;
  /** The theme as CSS variables, and the CSP source expression that allows exactly this text. */
  readonly css: string;
  readonly cssSource: string;
  readonly mode: ColorMode;
  /** The color of the browser's own bars, which is that of the page. */
  readonly bars: { readonly light: string; readonly dark: string };
  readonly logo: BrandImage | null;
  /** The address of the picture in the browser's tab. Null for the portal's own. */
  readonly icon: string | null;
  /** The texts of the sign-in page, by language. Null for the portal's own. */
  readonly texts: Readonly<Record<string, SignInTexts>> | null;
  readonly links: { readonly support: string | null; readonly privacy: string | null; readonly terms: string | null };
};

/** The space that the client gave the page (OpenID Connect Core §3.1.2.1, `display`). */
export type Display = 'page' | 'popup' | 'touch' | 'wap';

/** The brand of a page, and where it is shown. */
export type PageFrame = { readonly brand: Brand | null; readonly display: Display };

/** The portal's own page in a whole window. */
export const plainFrame: PageFrame = { brand: null, display: 'page' };

export type LogoSources = {
  readonly plain: string;
  /** The logo for the theme that the person's own setting selects. Null if the setting has no effect. */
  readonly dark: string | null;
  readonly needsPlate: boolean;
};

/** The picture for each place. A logo only for light pages gets a light plate on dark pages. */
export function logoSources({ light, dark }: BrandImage, mode: ColorMode): LogoSources {
  if (mode === 'dark' && dark !== null) return { plain: dark, dark: null, needsPlate: false };
  return { plain: light, dark: mode === 'system' ? dark : null, needsPlate: dark === null };
}
