import { describe, expect, it } from 'vitest';
import { contrast, formatColor, type Oklch, parseColor } from './color';
import { repair } from './derive-palette';
import { deriveTheme, fontNames } from './derive-theme';
import { portalTheme, themeCss } from './stylesheet';
import type { TokenName } from './tokens';

const color = (text: string): Oklch => {
  const parsed = parseColor(text);
  if (parsed === null) throw new Error(text);
  return parsed;
};
const choice = {
  primary: null,
  primaryDark: null,
  background: null,
  backgroundDark: null,
  radius: null,
  font: 'system',
  mode: 'system',
} as const;

describe('parseColor (ux §6.2)', () => {
  it.each([
    ['#fff', 1, 0],
    ['#000000', 0, 0],
    ['#f00', 0.628, 0.2577],
    ['#0000FF', 0.452, 0.3132],
    ['oklch(0.5 0.08 200)', 0.5, 0.08],
    ['oklch(50% 0.02 200deg)', 0.5, 0.02],
  ])('reads %s', (text, lightness, chroma) => {
    expect(color(text).lightness).toBeCloseTo(lightness, 3);
    expect(color(text).chroma).toBeCloseTo(chroma, 3);
  });

  it.each([
    'red',
    '#12',
    '#12345',
    '#12345g',
    'rgb(1,2,3)',
    'oklch(0.5 0.1 200 / 0.5)',
    'oklch(2 0.1 200)',
    'oklch(0.5 0.1 400)',
    'oklch(0.5 9 200)',
    'var(--x)',
    '#fff;}body{display:none',
    'url(https://evil.test)',
    '#fff\n',
    '',
  ])('refuses %j, so that only colors enter a style sheet (security #126)', (text) => {
    expect(parseColor(text)).toBeNull();
  });

  it('maps a color to what a screen can show', () => {
    expect(formatColor(color('#0f0'))).toBe('oklch(0.8664 0.2948 142.5)');
    expect(color('oklch(0.9 0.4 150)').chroma).toBeLessThan(0.25);
  });
});

describe('contrast (WCAG 2.2)', () => {
  it.each([
    ['#fff', '#000', 21],
    ['#fff', '#fff', 1],
    ['#777', '#fff', 4.48],
    ['#767676', '#fff', 4.54],
    ['#0a5', '#fff', 3.05],
    ['#f00', '#fff', 4],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(color(one), color(other))).toBeCloseTo(ratio, 1);
    expect(contrast(color(other), color(one))).toBeCloseTo(ratio, 1);
  });
});

const awkward = ['#ff0', '#fff', '#000', '#777', '#0a5', '#00f', '#f0f', '#ffb6c1', '#1a1a1a', 'oklch(0.95 0.1 100)'];
const pairs: readonly (readonly [TokenName, TokenName, number])[] = [
  ['primary-border', 'card', 3],
  ['primary-foreground', 'primary', 4.5],
  ['primary-foreground', 'primary-hover', 4.5],
  ['ring', 'card', 3],
  ['ring', 'background', 3],
  ['ring', 'muted', 3],
  ['link', 'card', 4.5],
  ['link', 'background', 4.5],
  ['link', 'muted', 4.5],
  ['foreground', 'card', 4.5],
  ['muted-foreground', 'muted', 4.5],
  ['input', 'card', 3],
];

describe.each(awkward)('a theme of %s is repaired', (primary) => {
  const theme = deriveTheme({ ...choice, primary });
  it.each(['light', 'dark'] as const)('%s: text has 4.5:1, what can be pressed 3:1 (ux §6.2)', (mode) => {
    const failing = pairs.filter(
      ([one, other, ratio]) => contrast(color(theme[mode][one]), color(theme[mode][other])) < ratio,
    );
    expect(failing).toEqual([]);
  });
});

describe('deriveTheme', () => {
  it('returns the default look if nothing was chosen', () => {
    expect(deriveTheme(choice)).toEqual(portalTheme);
    expect(deriveTheme({ ...choice, primary: 'red', radius: '1px}body{' })).toEqual(portalTheme);
  });

  it('keeps a color with enough contrast, and a separate one for dark pages', () => {
    const theme = deriveTheme({ ...choice, primary: '#1d4ed8', primaryDark: '#93c5fd' });
    expect(theme.light.primary).toBe(formatColor(color('#1d4ed8')));
    expect(theme.dark.primary).toBe(formatColor(color('#93c5fd')));
    expect(theme.light.destructive).toBe(portalTheme.light.destructive);
  });

  it.each(['#ffe600', '#fff', '#000', '#00f'])('keeps %s as the fill, with a visible border and text', (primary) => {
    const { light, dark } = deriveTheme({ ...choice, primary });
    expect(light.primary).toBe(formatColor(color(primary)));
    expect(contrast(color(light['primary-border']), color(light.card))).toBeGreaterThanOrEqual(3);
    expect(contrast(color(light['primary-foreground']), color(light.primary))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color(dark.primary), color(dark.card))).toBeGreaterThanOrEqual(3);
    expect(deriveTheme({ ...choice, primary, mode: 'dark' }).dark.primary).toBe(formatColor(color(primary)));
  });

  it('changes a color no more than necessary', () => {
    const white = color('#fff');
    expect(repair(color('#0a5'), [white], 3)).toEqual(color('#0a5'));
    expect(contrast(repair(color('#0b5'), [white], 3), white)).toBeCloseTo(3, 0);
    expect(contrast(repair(color('#0b5'), [white], 3), white)).toBeGreaterThanOrEqual(3);
  });
});

describe('themeCss', () => {
  it('follows the setting of the person, or sets one mode', () => {
    const system = themeCss(deriveTheme({ ...choice, primary: '#1d4ed8', radius: '4px' }));
    expect(system).toContain('color-scheme: light dark;');
    expect(system).toContain('--radius: 4px;');
    expect(system).not.toContain('--font-sans');
    expect(system).toContain('@media (prefers-color-scheme: dark)');
    for (const mode of ['light', 'dark'] as const) {
      const css = themeCss(deriveTheme({ ...choice, mode }));
      expect(css).toContain(`color-scheme: ${mode};`);
      expect(css).toContain(`--card: ${portalTheme[mode].card};`);
      expect(css).not.toContain('@media');
    }
  });

  it('contains nothing that could end a style element or load a resource (security #126)', () => {
    for (const primary of awkward) {
      expect(themeCss(deriveTheme({ ...choice, primary }))).not.toMatch(/[<>"'&]|url\(|@import/);
    }
  });
});

describe('the background of a tenant (ux §6.2)', () => {
  it('is the chosen one, around an unchanged card', () => {
    const { light, dark } = deriveTheme({ ...choice, background: '#f4f1ea' });
    expect(light.background).toBe(formatColor(color('#f4f1ea')));
    expect(light.card).toBe(portalTheme.light.card);
    expect(dark).toEqual(portalTheme.dark);
  });

  it.each(['#000', '#888', '#d00', '#ffe600', '#fff', '#00f'])('%s has readable text in every mode', (background) => {
    for (const primary of [null, '#d00', '#ffe27a']) {
      const theme = deriveTheme({ ...choice, primary, background, backgroundDark: background });
      for (const palette of [theme.light, theme.dark]) {
        const on = (name: TokenName) => contrast(color(palette[name]), color(palette.background));
        for (const name of ['foreground', 'muted-foreground', 'link'] as const) {
          expect(on(name), name).toBeGreaterThanOrEqual(4.5);
        }
        for (const name of ['ring', 'brand'] as const) expect(on(name), name).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('also applies to dark pages if all pages are dark', () => {
    const { dark } = deriveTheme({ ...choice, background: '#101820', mode: 'dark' });
    expect(dark.background).toBe(formatColor(color('#101820')));
  });
});

describe('the font of a tenant (ux §6.2)', () => {
  it.each(fontNames.filter((font) => font !== 'system'))(
    '%s is installed on devices, and ends with a generic one',
    (font) => {
      const css = themeCss(deriveTheme({ ...choice, font }));
      expect(css).toMatch(/--font-sans: [\w ,-]+, (sans-)?serif;/);
      expect(css).not.toMatch(/[<>"'&]|url\(|@import/);
    },
  );
});
