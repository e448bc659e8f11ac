import { contrast, formatColor, type Oklch, parseColor } from './color';
import { controlContrast, textContrast } from './derive-palette';
import { type ColorChoice, derivePalettes } from './derive-theme';
import type { Palette } from './tokens';

/** A chosen color that had to be corrected. */
export type ContrastRepair = {
  readonly look: 'light' | 'dark';
  /** The setting with the color. */
  readonly key: 'primary' | 'primary_dark' | 'background' | 'background_dark';
  /** Buttons keep the color and get a border. Text gets another color, and the page another shade. */
  readonly use: 'border' | 'text' | 'page';
  /** The contrast that it would have, from 1 to 21, and the required one (WCAG 2.2 §1.4.3, §1.4.11). */
  readonly ratio: number;
  readonly needed: number;
  /** The color that is shown instead. */
  readonly instead: string;
};

/**
 * The corrections that deriveTheme() makes to the chosen colors. Dark pages without a chosen color get a derived one,
 * which is not reported.
 */
export function contrastRepairs(choice: ColorChoice): ContrastRepair[] {
  const { primary, primaryDark, background, backgroundDark, mode } = choice;
  const { light, dark } = derivePalettes(choice);
  const forDark = primaryDark ?? (mode === 'dark' ? primary : null);
  const pageInDark = backgroundDark ?? (mode === 'dark' ? background : null);
  const darkKey = <Key extends string>(own: string | null, key: Key) => (own === null ? key : (`${key}_dark` as const));
  return [
    ...(mode === 'dark'
      ? []
      : [
          ...colorRepairs('light', 'primary', primary, light),
          ...pageRepairs('light', 'background', background, light),
        ]),
    ...(mode === 'light'
      ? []
      : [
          ...colorRepairs('dark', darkKey(primaryDark, 'primary'), forDark, dark),
          ...pageRepairs('dark', darkKey(backgroundDark, 'background'), pageInDark, dark),
        ]),
  ];
}

type Look = ContrastRepair['look'];
type Key = ContrastRepair['key'];

function colorRepairs(look: Look, key: Key, chosen: string | null, palette: Palette): readonly ContrastRepair[] {
  const color = chosen === null ? null : parseColor(chosen);
  if (color === null) return [];
  const { card, background, muted, 'primary-border': border, link } = palette;
  const places = [
    { use: 'border', needed: controlContrast, on: [card], instead: border },
    { use: 'text', needed: textContrast, on: [card, background, muted], instead: link },
  ] as const;
  return places.flatMap(({ use, needed, on, instead }) => {
    if (instead === formatColor(color)) return [];
    return [{ look, key, use, needed, instead, ratio: lowestContrast(color, on) }];
  });
}

function pageRepairs(look: Look, key: Key, chosen: string | null, palette: Palette): readonly ContrastRepair[] {
  const color = chosen === null ? null : parseColor(chosen);
  if (color === null || palette.background === formatColor(color)) return [];
  const ratio = lowestContrast(color, [palette.foreground, palette['muted-foreground']]);
  return [{ look, key, use: 'page', needed: textContrast, instead: palette.background, ratio }];
}

function lowestContrast(color: Oklch, others: readonly string[]): number {
  return Math.min(...others.map((other) => contrastWith(color, other)));
}

function contrastWith(color: Oklch, surface: string): number {
  const other = parseColor(surface);
  return other === null ? 1 : Math.floor(contrast(color, other) * 10) / 10;
}
