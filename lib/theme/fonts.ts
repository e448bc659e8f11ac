/** The fonts that a tenant may choose. */
export const fontNames = ['system', 'humanist', 'geometric', 'rounded', 'serif'] as const;

export type FontName = (typeof fontNames)[number];

/**
 * The font families of each choice. They are installed on computers, because pages load no fonts. Null is the portal's
 * own. Characters that a font lacks, such as Arabic letters, come from another font of the computer.
 */
export const fontFamilies: Readonly<Record<FontName, string | null>> = {
  system: null,
  humanist: 'Seravek, Gill Sans Nova, Ubuntu, Calibri, DejaVu Sans, sans-serif',
  geometric: 'Avenir Next, Avenir, Montserrat, Corbel, URW Gothic, sans-serif',
  rounded: 'ui-rounded, Hiragino Maru Gothic ProN, Quicksand, Comfortaa, Arial Rounded MT Bold, Calibri, sans-serif',
  serif: 'ui-serif, Iowan Old Style, Charter, Bitstream Charter, Sitka Text, Cambria, Noto Serif, serif',
};
