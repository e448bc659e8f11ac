import { expect, it } from 'vitest';
import { formatCount, formatNumber } from './format';

it.each([
  [7, '7'],
  [5005, '5,005'],
  [1_234_567, '1,234,567'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

it('shows that there are more than were counted', () => {
  expect([formatCount(1000, true), formatCount(1000, false)]).toEqual(['1,000+', '1,000']);
});
