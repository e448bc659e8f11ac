import { type Oklch as CuloriOklch, clampChroma, converter, formatHex, wcagContrast } from 'culori';

/** A color by lightness (0 to 1), chroma and hue in degrees (CSS Color 4 §9.4). */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const oklch = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)(?:deg)?\s*\)$/i;
const number = /^(?:\d+(?:\.\d+)?|\.\d+)$/;
const toOklch = converter('oklch');

/**
 * Reads the two notations that a configuration may use. Null for anything else, which must not get into a style sheet.
 */
export function parseColor(text: string): Oklch | null {
  if (hex.test(text)) return fromCulori(toOklch(text));
  const [, lightness, percent, chroma, hue] = oklch.exec(text) ?? [];
  if (lightness === undefined || chroma === undefined || hue === undefined) return null;
  if (![lightness, chroma, hue].every((text) => number.test(text))) return null;
  const parsed = { lightness: Number(lightness) / (percent === '%' ? 100 : 1), chroma: Number(chroma) };
  if (parsed.lightness > 1 || parsed.chroma > 0.5 || Number(hue) > 360) return null;
  return fitGamut({ ...parsed, hue: Number(hue) });
}

/** The color in CSS, rounded to differences that the eye can see. */
export function formatColor({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${round(lightness, 4)} ${round(chroma, 4)} ${round(hue, 2)})`;
}

/** The color as `#rrggbb`, for programs without other notations. */
export function formatHexColor(color: Oklch): string {
  return shown(color);
}

/** The contrast ratio of two colors as a screen shows them, with 8 bits for each channel, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Oklch, other: Oklch): number {
  return wcagContrast(shown(one), shown(other));
}

/** The same lightness and hue, with as much chroma as a screen can show. */
export function fitGamut(color: Oklch): Oklch {
  return { ...color, chroma: clampChroma(toCulori(color), 'oklch').c };
}

function shown(color: Oklch): string {
  return formatHex(toCulori(fitGamut(color)));
}

function toCulori({ lightness, chroma, hue }: Oklch): CuloriOklch {
  return { mode: 'oklch', l: lightness, c: chroma, h: hue };
}

function fromCulori(color: CuloriOklch | undefined): Oklch | null {
  return color === undefined ? null : { lightness: color.l, chroma: color.c, hue: color.h ?? 0 };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
