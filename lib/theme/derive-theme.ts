import { type Oklch, parseColor } from './color';
import { derivePalette } from './derive-palette';
import { type FontName, fontFamilies } from './fonts';
import { type ColorMode, portalTheme, type Theme } from './stylesheet';
import { dark, light } from './tokens';

/** What a tenant may say about its look; null is the portal's own. */
export type ThemeChoice = {
  /** `#rgb`, `#rrggbb` or `oklch(L C H)`. */
  readonly primary: string | null;
  readonly primaryDark: string | null;
  /** A CSS length. */
  readonly radius: string | null;
  readonly font: FontName;
  readonly mode: ColorMode;
};

/** A length that may stand in a style sheet. */
export const lengthPattern = /^(\d{1,2}(\.\d{1,3})?(px|rem|em)|0)$/;

/** The theme of a choice, with every contrast repaired. What is not a color or a length counts as not said. */
export function deriveTheme({ primary, primaryDark, radius, font, mode }: ThemeChoice): Theme {
  const forLight = read(primary);
  const ownDark = read(primaryDark);
  const forDark = ownDark ?? forLight;
  return {
    light: forLight === null ? light : derivePalette('light', forLight),
    dark: forDark === null ? dark : derivePalette('dark', forDark, ownDark !== null || mode === 'dark'),
    mode,
    radius: radius !== null && lengthPattern.test(radius) ? radius : portalTheme.radius,
    font: fontFamilies[font],
  };
}

function read(text: string | null): Oklch | null {
  return text === null ? null : parseColor(text);
}
