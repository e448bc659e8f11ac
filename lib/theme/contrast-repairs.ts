import { contrast, formatColor, type Oklch, parseColor } from './color';
import { controlContrast, derivePalette, textContrast } from './derive-palette';
import type { ThemeChoice } from './derive-theme';

/** A color that could not be used as it was chosen. */
export type ContrastRepair = {
  readonly look: 'light' | 'dark';
  /** The setting that says the color. */
  readonly key: 'primary' | 'primary_dark';
  /** Buttons keep the color and get a border; text gets another color. */
  readonly use: 'border' | 'text';
  /** The contrast it would have, from 1 to 21, and the one that is needed (WCAG 2.2 §1.4.3, §1.4.11). */
  readonly ratio: number;
  readonly needed: number;
  /** What is shown in its place. */
  readonly instead: string;
};

/**
 * What deriveTheme() changes of the colors somebody chose. Where dark pages have no color of their own, theirs is derived
 * and nothing was chosen.
 */
export function contrastRepairs({
  primary,
  primaryDark,
  mode,
}: Omit<ThemeChoice, 'radius' | 'font'>): ContrastRepair[] {
  const dark = primaryDark ?? (mode === 'dark' ? primary : null);
  return [
    ...(mode === 'dark' ? [] : repairsOf('light', 'primary', primary)),
    ...(mode === 'light' ? [] : repairsOf('dark', primaryDark === null ? 'primary' : 'primary_dark', dark)),
  ];
}

function repairsOf(
  look: ContrastRepair['look'],
  key: ContrastRepair['key'],
  chosen: string | null,
): readonly ContrastRepair[] {
  const color = chosen === null ? null : parseColor(chosen);
  if (color === null) return [];
  const { card, background, muted, 'primary-border': border, link } = derivePalette(look, color);
  const places = [
    { use: 'border', needed: controlContrast, on: [card], instead: border },
    { use: 'text', needed: textContrast, on: [card, background, muted], instead: link },
  ] as const;
  return places.flatMap(({ use, needed, on, instead }) => {
    if (instead === formatColor(color)) return [];
    return [{ look, key, use, needed, instead, ratio: Math.min(...on.map((surface) => contrastWith(color, surface))) }];
  });
}

function contrastWith(color: Oklch, surface: string): number {
  const other = parseColor(surface);
  return other === null ? 1 : Math.floor(contrast(color, other) * 10) / 10;
}
