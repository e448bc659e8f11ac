import type { ColourMode } from './stylesheet';

/** A picture of our own origin. */
export type Logo = { readonly light: string; readonly dark: string | null };

/** How pages look and what they lead to when they are shown for a tenant. Built once a revision. */
export type Brand = {
  /** The tenant's name in the configuration. */
  readonly tenant: string;
  /** What people call it. */
  readonly name: string;
  /** The theme as CSS variables, and the CSP source expression that allows exactly this text. */
  readonly css: string;
  readonly cssSource: string;
  readonly mode: ColourMode;
  readonly logo: Logo | null;
  readonly links: { readonly support: string | null; readonly privacy: string | null; readonly terms: string | null };
};

/** How much room the application gave the page (OpenID Connect Core §3.1.2.1, `display`). */
export type Display = 'page' | 'popup' | 'touch' | 'wap';

/** Whose page it is and where it is shown. */
export type PageFrame = { readonly brand: Brand | null; readonly display: Display };

/** The portal's own page in a whole window. */
export const plainFrame: PageFrame = { brand: null, display: 'page' };
