import { expect, it } from 'vitest';
import { fairShare } from './cap-explanations';

it.each([
  ['one who wants all', [500], 100, 100],
  ['one who wants less', [50], 100, 50],
  ['a flood beside two others', [1000, 5, 10], 100, 85],
  ['two floods beside another', [1000, 900, 10], 100, 45],
  ['all alike', [50, 50, 50], 90, 30],
  ['enough for all', [50, 30], 100, 50],
  ['more of them than there is', [1, 1, 1], 2, 0],
  ['nobody', [], 100, 100],
])('the share of %s', (_, wanted, maximum, expected) => {
  expect(fairShare(wanted, maximum)).toBe(expected);
});
