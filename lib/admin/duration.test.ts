import { describe, expect, it } from 'vitest';
import { formatDuration, readDuration, splitDuration } from './duration';

describe('readDuration', () => {
  it.each([
    ['', null],
    ['3600', 3600],
    ['15 minutes', 900],
    ['1h 30min', 5400],
    ['1h30m', 5400],
    ['2 days, 1 second', 172_801],
    ['0', 0],
    ['1 week', undefined],
    ['-5', undefined],
    ['1.5 h', undefined],
    ['minutes', undefined],
    ['5 5', undefined],
  ])('reads %j', (text, seconds) => {
    expect(readDuration(text)).toBe(seconds);
  });

  it.each([
    [null, '', 'minutes'],
    [0, '0', 'seconds'],
    [90, '90', 'seconds'],
    [5400, '90', 'minutes'],
    [7200, '2', 'hours'],
    [172_800, '2', 'days'],
  ])('splits %j into a number and its unit', (seconds, count, unit) => {
    expect(splitDuration(seconds)).toEqual({ count, unit });
  });

  it('reads back what formatDuration() writes', () => {
    for (const seconds of [0, 1, 59, 60, 61, 3600, 5400, 86_400, 1_296_000, 2 ** 31 - 1]) {
      expect(readDuration(formatDuration(seconds))).toBe(seconds);
    }
  });
});
