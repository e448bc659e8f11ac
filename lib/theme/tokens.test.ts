import { describe, expect, it } from 'vitest';
import { contrast, type Oklch, parseColour } from './colour';
import { portalCss } from './stylesheet';
import { dark, light, type TokenName } from './tokens';

const header = '/* Written from lib/theme/tokens.ts: `npx vitest run lib/theme -u`. */\n';

it('app/tokens.css, which Next’s pages load, is what the static pages carry', async () => {
  await expect(header + portalCss()).toMatchFileSnapshot('../../app/tokens.css');
});

const pairs: readonly (readonly [TokenName, TokenName, number])[] = [
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
];

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s palette', (_, palette) => {
  it.each(pairs)('%s on %s has a contrast of at least %d:1 (WCAG 2.2 §1.4.3, §1.4.11)', (one, other, ratio) => {
    expect(contrast(colour(palette[one]), colour(palette[other]))).toBeGreaterThanOrEqual(ratio);
  });
});

function colour(text: string): Oklch {
  const parsed = parseColour(text);
  if (parsed === null) throw new Error(text);
  return parsed;
}
