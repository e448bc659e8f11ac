import { contrast, fitGamut, formatColor, type Oklch, parseColor } from './color';
import { dark, light, type Palette, type TokenName } from './tokens';

/** WCAG 2.2 §1.4.3 and §1.4.11. */
export const textContrast = 4.5;
export const controlContrast = 3;

/**
 * The neutral colors. They keep their lightness, because their contrast depends on it, and take the hue of the theme.
 */
const neutrals = [
  'background',
  'foreground',
  'card',
  'card-foreground',
  'muted',
  'muted-foreground',
  'border',
  'input',
] as const satisfies readonly TokenName[];

/**
 * A whole palette from one color. Buttons are filled with exactly the chosen color. If it does not stand out from the
 * card (3:1), they get a border. Their text, links and the focus ring are readable with any configuration. Destructive
 * and success keep their meaning.
 * @param primary a color from parseColor()
 * @param isChosen false for a color that was chosen for the other pages. The fill itself is then corrected
 */
export function derivePalette(mode: 'light' | 'dark', primary: Oklch, isChosen = true): Palette {
  const base = mode === 'light' ? light : dark;
  const tinted = Object.fromEntries(neutrals.map((name) => [name, tint(base[name], primary)]));
  const palette = { ...base, ...tinted };
  const surfaces = [palette.card, palette.background, palette.muted].map(read);
  const card = read(palette.card);
  const edge = repair(primary, [card], controlContrast);
  const control = isChosen ? primary : edge;
  const foreground = readableOn(control);
  const shown: Partial<Record<TokenName, string>> = {
    primary: formatColor(control),
    'primary-hover': formatColor(hoverOf(control, foreground)),
    'primary-foreground': formatColor(foreground),
    'primary-border': formatColor(edge),
    ring: formatColor(repair(primary, surfaces, controlContrast)),
    link: formatColor(repair(primary, surfaces, textContrast)),
    brand: formatColor(repair(primary, surfaces, controlContrast)),
    engraving: formatColor({ ...edge, chroma: edge.chroma / 2 }).replace(
      ')',
      mode === 'light' ? ' / 0.14)' : ' / 0.1)',
    ),
  };
  return { ...palette, ...shown };
}

/**
 * The same with another color around the card. Its lightness is changed as little as possible so that the text of the
 * page can be read. Other colors on it are corrected too.
 */
export function withBackground(palette: Palette, chosen: Oklch): Palette {
  const background = repair(chosen, [palette.foreground, palette['muted-foreground']].map(read), textContrast);
  const surfaces = [background, read(palette.card), read(palette.muted)];
  const seen = (name: TokenName, ratio: number) => formatColor(repair(read(palette[name]), surfaces, ratio));
  return {
    ...palette,
    background: formatColor(background),
    ring: seen('ring', controlContrast),
    link: seen('link', textContrast),
    brand: seen('brand', controlContrast),
  };
}

/**
 * The color with the nearest lightness that has enough contrast with all of the others. If it already has, the color
 * itself. The search ends at white and black, and one of them always reaches 4.5:1.
 */
export function repair(color: Oklch, others: readonly Oklch[], ratio: number): Oklch {
  const reaches = (candidate: Oklch) => others.every((other) => contrast(candidate, other) >= ratio);
  if (reaches(color)) return color;
  for (let step = 1; step <= 100; step += 1) {
    for (const direction of [-1, 1]) {
      const lightness = color.lightness + (direction * step) / 100;
      const candidate = fitGamut({ ...color, lightness: Math.min(1, Math.max(0, lightness)) });
      if (reaches(candidate)) return candidate;
    }
  }
  return color;
}

const white: Oklch = { lightness: 1, chroma: 0, hue: 0 };
const ink: Oklch = { lightness: 0.2, chroma: 0, hue: 0 };
const black: Oklch = { lightness: 0, chroma: 0, hue: 0 };

/** White if it is readable, otherwise the lightest readable color. */
function readableOn(surface: Oklch): Oklch {
  return [white, ink, black].find((text) => contrast(text, surface) >= textContrast) ?? black;
}

/** A step darker or lighter, as far as the text on it stays readable. */
function hoverOf(control: Oklch, foreground: Oklch): Oklch {
  const steps = foreground.lightness > control.lightness ? [-0.07, 0.07, -0.035, 0.035] : [0.07, -0.07, 0.035, -0.035];
  const candidates = steps.map((step) => {
    const lightness = Math.min(1, Math.max(0, control.lightness + step));
    return fitGamut({ ...control, lightness });
  });
  const fits = (candidate: Oklch) => contrast(candidate, foreground) >= textContrast;
  return candidates.find(fits) ?? control;
}

/** As gray as before, because a theme colors controls and not the background. */
function tint(neutral: string, { chroma, hue }: Oklch): string {
  const base = read(neutral);
  return formatColor(fitGamut({ ...base, hue, chroma: Math.min(base.chroma, chroma) }));
}

function read(text: string): Oklch {
  const color = parseColor(text);
  if (color === null) throw new Error(`${text} is no color`);
  return color;
}
