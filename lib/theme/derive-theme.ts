import { type Oklch, parseColor } from './color';
import { derivePalette, withBackground } from './derive-palette';
import { type ColorMode, portalTheme, type Theme } from './stylesheet';
import { dark, light, type Palette } from './tokens';

/** The look that a tenant can choose. Null means the portal's own. */
type ThemeChoice = {
  /** `#rgb`, `#rrggbb` or `oklch(L C H)`. */
  readonly primary: string | null;
  readonly primaryDark: string | null;
  /** The color of the page around the card. */
  readonly background: string | null;
  readonly backgroundDark: string | null;
  /** A CSS length. */
  readonly radius: string | null;
  readonly font: FontName;
  readonly mode: ColorMode;
};

/** The colors of a choice. */
export type ColorChoice = Omit<ThemeChoice, 'radius' | 'font'>;

type Palettes = Pick<Theme, 'light' | 'dark'>;

/** A valid length in a style sheet. */
export const lengthPattern = /^(\d{1,2}(\.\d{1,3})?(px|rem|em)|0)$/;

/** The theme of a choice, with all contrasts corrected. Invalid colors and lengths are ignored. */
export function deriveTheme({ radius, font, ...colors }: ThemeChoice): Theme {
  return {
    ...derivePalettes(colors),
    mode: colors.mode,
    radius: radius !== null && lengthPattern.test(radius) ? radius : portalTheme.radius,
    font: fontFamilies[font],
  };
}

/**
 * The colors of light and dark pages. Dark pages without a primary color use that of light pages, but not their
 * background.
 */
export function derivePalettes({ primary, primaryDark, background, backgroundDark, mode }: ColorChoice): Palettes {
  const forLight = read(primary);
  const ownDark = read(primaryDark);
  const forDark = ownDark ?? forLight;
  const page = read(background);
  return {
    light: onPage(forLight === null ? light : derivePalette('light', forLight), page),
    dark: onPage(
      forDark === null ? dark : derivePalette('dark', forDark, ownDark !== null || mode === 'dark'),
      read(backgroundDark) ?? (mode === 'dark' ? page : null),
    ),
  };
}

function onPage(palette: Palette, background: Oklch | null): Palette {
  return background === null ? palette : withBackground(palette, background);
}

function read(text: string | null): Oklch | null {
  return text === null ? null : parseColor(text);
}

/** The fonts that a tenant may choose. */
export const fontNames = ['system', 'humanist', 'geometric', 'rounded', 'serif'] as const;

type FontName = (typeof fontNames)[number];

/**
 * The font families of each choice. They are installed on computers, because pages load no fonts. Null is the portal's
 * own. Characters that a font lacks, such as Arabic letters, come from another font of the computer.
 */
const fontFamilies: Readonly<Record<FontName, string | null>> = {
  system: null,
  humanist: 'Seravek, Gill Sans Nova, Ubuntu, Calibri, DejaVu Sans, sans-serif',
  geometric: 'Avenir Next, Avenir, Montserrat, Corbel, URW Gothic, sans-serif',
  rounded: 'ui-rounded, Hiragino Maru Gothic ProN, Quicksand, Comfortaa, Arial Rounded MT Bold, Calibri, sans-serif',
  serif: 'ui-serif, Iowan Old Style, Charter, Bitstream Charter, Sitka Text, Cambria, Noto Serif, serif',
};
