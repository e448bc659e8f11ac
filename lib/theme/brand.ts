import { displayText } from '#lib/i18n/display-text';
import type { ColorMode } from './stylesheet';
import { dark, light } from './tokens';

/** A picture on our own origin. */
export type BrandImage = { readonly light: string; readonly dark: string | null };

export type SignInTexts = { readonly title?: string; readonly subtitle?: string };

/** The look and the links of the portal's pages, or of those for a tenant. Built once for each revision. */
export type Brand = {
  /** The tenant's name in the configuration. Null for the portal itself. */
  readonly tenant: string | null;
  /** The name for people. Null if nobody chose one. */
  readonly name: string | null;
  /** The theme as CSS variables, and the CSP source expression that allows exactly this text. Null for the usual one. */
  readonly style: { readonly css: string; readonly source: string } | null;
  readonly mode: ColorMode;
  /** The color of the browser's own bars, which is that of the page. */
  readonly bars: { readonly light: string; readonly dark: string };
  readonly logo: BrandImage | null;
  /** The address of the picture in the browser's tab. Null for the product's. */
  readonly icon: string | null;
  /** The texts of the sign-in page, by language. Null for the usual ones. */
  readonly texts: Readonly<Record<string, SignInTexts>> | null;
  readonly links: { readonly support: string | null; readonly privacy: string | null; readonly terms: string | null };
};

/** The space that the client gave the page (OpenID Connect Core §3.1.2.1, `display`). */
export type Display = 'page' | 'popup' | 'touch' | 'wap';

/** The brand of a page, and where it is shown. */
export type PageFrame = { readonly brand: Brand; readonly display: Display };

/** The look of a portal without one of its own. */
export const plainBrand: Brand = {
  tenant: null,
  name: null,
  style: null,
  mode: 'system',
  bars: { light: light.background, dark: dark.background },
  logo: null,
  icon: null,
  texts: null,
  links: { support: null, privacy: null, terms: null },
};

/** A page in a whole window. */
export function wholeFrame(brand: Brand): PageFrame {
  return { brand, display: 'page' };
}

/** The frame of a page while no configuration is known. */
export const plainFrame = wholeFrame(plainBrand);

/** The name that authenticators keep for an account here. Null if people know only the address of this server. */
export function keptName({ brand: { name } }: PageFrame): string | null {
  return name === null ? null : Array.from(displayText(name)).slice(0, maximumKept).join('');
}

/** In characters: it has to fit into a QR code, twice and percent-encoded. */
const maximumKept = 60;

export const productName = 'Signet';

/** The name on pages. */
export function brandName({ name }: Pick<Brand, 'name'>): string {
  return name === null ? productName : displayText(name);
}

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
