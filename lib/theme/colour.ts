/** A colour by lightness (0 to 1), chroma and hue in degrees (CSS Color 4 §9.4). */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

type Triple = readonly [number, number, number];

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const oklch = /^oklch\(\s*(\d*\.?\d+)(%?)\s+(\d*\.?\d+)\s+(\d*\.?\d+)(?:deg)?\s*\)$/i;

/** The two notations a configuration may use; null for anything else, so that nothing else enters a style sheet. */
export function parseColour(text: string): Oklch | null {
  if (hex.test(text)) return fromHex(text.slice(1));
  const [, lightness, percent, chroma, hue] = oklch.exec(text) ?? [];
  if (lightness === undefined || chroma === undefined || hue === undefined) return null;
  const parsed = { lightness: Number(lightness) / (percent === '%' ? 100 : 1), chroma: Number(chroma) };
  if (parsed.lightness > 1 || parsed.chroma > 0.5 || Number(hue) > 360) return null;
  return fitGamut({ ...parsed, hue: Number(hue) });
}

/** The colour as CSS writes it, rounded to what an eye can tell apart. */
export function formatColour({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${round(lightness, 4)} ${round(chroma, 4)} ${round(hue, 2)})`;
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The same lightness and hue with as much chroma as a screen can show. */
export function fitGamut(colour: Oklch): Oklch {
  if (isShown(toLinear(colour))) return colour;
  let [low, high] = [0, colour.chroma];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (isShown(toLinear({ ...colour, chroma: middle }))) low = middle;
    else high = middle;
  }
  return { ...colour, chroma: low };
}

function fromHex(digits: string): Oklch {
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (start: number) => decodeGamma(Number.parseInt(full.slice(start, start + 2), 16) / 255);
  const [r, g, b] = [channel(0), channel(2), channel(4)];
  // CSS Color 4 §9: linear sRGB to the cone response, its cube root, and from there to lightness and two axes.
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const redness = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const yellowness = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const degrees = (Math.atan2(yellowness, redness) * 180) / Math.PI;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(redness, yellowness),
    hue: (degrees + 360) % 360,
  };
}

function toLinear({ lightness, chroma, hue }: Oklch): Triple {
  const radians = (hue * Math.PI) / 180;
  const [redness, yellowness] = [chroma * Math.cos(radians), chroma * Math.sin(radians)];
  const l = (lightness + 0.3963377774 * redness + 0.2158037573 * yellowness) ** 3;
  const m = (lightness - 0.1055613458 * redness - 0.0638541728 * yellowness) ** 3;
  const s = (lightness - 0.0894841775 * redness - 1.291485548 * yellowness) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** A little is left for rounding: white itself comes out as 1.0000001. */
function isShown(channels: Triple): boolean {
  return channels.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

/** Of the colour as a screen shows it, in 8 bits a channel: WCAG 2.2, "relative luminance". */
function luminance(colour: Oklch): number {
  const shown = (channel: number) =>
    decodeGamma(Math.round(encodeGamma(Math.min(1, Math.max(0, channel))) * 255) / 255);
  const [red, green, blue] = toLinear(fitGamut(colour));
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue);
}

function decodeGamma(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function encodeGamma(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
