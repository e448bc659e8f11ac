import { contrast, formatColour, type Oklch, parseColour } from './colour';
import { controlContrast, derivePalette, textContrast } from './derive-palette';
import type { ThemeChoice } from './derive-theme';

/** A colour that could not be used as it was chosen. */
export type ContrastRepair = {
  readonly look: 'light' | 'dark';
  /** The setting that says the colour. */
  readonly key: 'primary' | 'primary_dark';
  readonly use: 'button' | 'text';
  /** The contrast it would have, from 1 to 21, and the one that is needed (WCAG 2.2 §1.4.3, §1.4.11). */
  readonly ratio: number;
  readonly needed: number;
  /** What is shown in its place. */
  readonly instead: string;
};

/**
 * What deriveTheme() changes of the colours somebody chose. Where dark pages have no colour of their own, theirs is derived
 * and nothing was chosen.
 */
export function contrastRepairs({ primary, primaryDark, mode }: Omit<ThemeChoice, 'radius'>): ContrastRepair[] {
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
  const colour = chosen === null ? null : parseColour(chosen);
  if (colour === null) return [];
  const { card, background, muted, primary, link } = derivePalette(look, colour);
  const places = [
    { use: 'button', needed: controlContrast, on: [card], instead: primary },
    { use: 'text', needed: textContrast, on: [card, background, muted], instead: link },
  ] as const;
  return places.flatMap(({ use, needed, on, instead }) => {
    if (instead === formatColour(colour)) return [];
    return [
      { look, key, use, needed, instead, ratio: Math.min(...on.map((surface) => contrastWith(colour, surface))) },
    ];
  });
}

function contrastWith(colour: Oklch, surface: string): number {
  const other = parseColour(surface);
  return other === null ? 1 : Math.floor(contrast(colour, other) * 10) / 10;
}
