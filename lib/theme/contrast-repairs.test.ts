import { describe, expect, it } from 'vitest';
import { contrast, parseColor } from './color';
import { contrastRepairs } from './contrast-repairs';
import { derivePalette } from './derive-palette';

const choice = { primary: null, primaryDark: null, background: null, backgroundDark: null, mode: 'system' } as const;

describe('contrastRepairs (ux §6.2)', () => {
  it('reports a pale color on light pages, as a button and as text', () => {
    expect(contrastRepairs({ ...choice, primary: '#ffe27a' })).toMatchObject([
      { look: 'light', key: 'primary', use: 'border', needed: 3 },
      { look: 'light', key: 'primary', use: 'text', needed: 4.5 },
    ]);
  });

  it('reports a color that has enough contrast for a button but not for text', () => {
    const [found, ...others] = contrastRepairs({ ...choice, primary: '#00aa55' });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ use: 'text' });
    expect(found?.ratio).toBeLessThan(4.5);
    const instead = parseColor(found?.instead ?? '');
    const card = parseColor(derivePalette('light', parseColor('#00aa55') ?? expect.fail()).card);
    expect(instead !== null && card !== null && contrast(instead, card)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['a dark blue', { ...choice, primary: '#0f5e9c' }, []],
    ['no color', choice, []],
    ['an invalid color', { ...choice, primary: 'nothing' }, []],
    [
      'a color for dark pages only',
      { ...choice, primary: '#0f5e9c', primaryDark: '#101010' },
      ['primary_dark', 'primary_dark'],
    ],
    ['a pale color on pages that are always dark', { ...choice, primary: '#ffe27a', mode: 'dark' as const }, []],
    [
      'a dark color on pages that are always dark',
      { ...choice, primary: '#101010', mode: 'dark' as const },
      ['primary', 'primary'],
    ],
    ['a background with readable text', { ...choice, background: '#f4f1ea' }, []],
    ['a medium gray background', { ...choice, background: '#888' }, ['background']],
    ['a pale background on dark pages', { ...choice, background: '#fff', backgroundDark: '#fff' }, ['background_dark']],
    ['a background for light pages only', { ...choice, background: '#000', mode: 'dark' as const }, []],
  ])('reports %s', (_, given, keys) => {
    expect(contrastRepairs(given).map(({ key }) => key)).toEqual(keys);
  });
});
