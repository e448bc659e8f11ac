import { describe, expect, it } from 'vitest';
import { contrast, type Oklch, parseColor } from './color';
import { areaCss, chosenCss, portalCss } from './stylesheet';
import { areaDark, areaLight, dark, light } from './tokens';

const header = '/* Written from lib/theme/tokens.ts: `npx vitest run lib/theme -u`. */\n';

it('app/tokens.css has the style of the static pages and the colors of the administration', async () => {
  await expect(`${header}${portalCss()}\n${areaCss()}`).toMatchFileSnapshot('../../app/tokens.css');
});

it.each(['light', 'dark'] as const)(
  'the choice %s in the administration overrides the setting of the device',
  (mode) => {
    const css = chosenCss(mode);
    expect(css).toContain(`color-scheme: ${mode};`);
    expect(css).toContain(`--card: ${{ light, dark }[mode].card};`);
    expect(css).toContain(`--accent: ${{ light: areaLight, dark: areaDark }[mode].accent};`);
    expect(css).not.toContain('@media');
  },
);

type Name = keyof typeof light | keyof typeof areaLight;

const pairs: readonly (readonly [Name, Name, number])[] = [
  ['foreground', 'background', 4.5],
  ['foreground', 'card', 4.5],
  ['foreground', 'muted', 4.5],
  ['card-foreground', 'card', 4.5],
  ['muted-foreground', 'background', 4.5],
  ['muted-foreground', 'card', 4.5],
  ['muted-foreground', 'muted', 4.5],
  ['primary-foreground', 'primary', 4.5],
  ['primary-foreground', 'primary-hover', 4.5],
  ['primary', 'card', 3],
  ['primary', 'background', 3],
  ['input', 'card', 3],
  ['input', 'background', 3],
  ['ring', 'card', 3],
  ['ring', 'background', 3],
  ['ring', 'muted', 3],
  ['link', 'card', 4.5],
  ['link', 'background', 4.5],
  ['destructive', 'card', 4.5],
  ['destructive', 'destructive-soft', 4.5],
  ['destructive-foreground', 'destructive', 4.5],
  ['foreground', 'destructive-soft', 4.5],
  ['success', 'card', 4.5],
  ['foreground', 'success-soft', 4.5],
  ['success', 'success-soft', 4.5],
  ['warning', 'card', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['foreground', 'warning-soft', 4.5],
  ['info', 'card', 4.5],
  ['info', 'info-soft', 4.5],
  ['foreground', 'info-soft', 4.5],
  ['accent', 'card', 4.5],
  ['accent', 'selected', 3],
  ['foreground', 'selected', 4.5],
  ['muted-foreground', 'selected', 4.5],
  ['chart', 'card', 3],
  ['chart-bad', 'card', 3],
  ['code-keyword', 'muted', 4.5],
  ['code-string', 'muted', 4.5],
  ['code-number', 'muted', 4.5],
  ['code-comment', 'muted', 4.5],
];

describe.each([
  ['light', { ...light, ...areaLight }],
  ['dark', { ...dark, ...areaDark }],
])('the %s palette', (_, palette) => {
  it.each(pairs)('%s on %s has a contrast of at least %d:1 (WCAG 2.2 §1.4.3, §1.4.11)', (one, other, ratio) => {
    expect(contrast(color(palette[one]), color(palette[other]))).toBeGreaterThanOrEqual(ratio);
  });
});

function color(text: string): Oklch {
  const parsed = parseColor(text);
  if (parsed === null) throw new Error(text);
  return parsed;
}
