import { describe, expect, it } from 'vitest';
import { formatFullTime, formatListTime, formatStart, formatUtcTime, plainTimeView } from './format';

const at = new Date('2026-11-21T02:51:21Z');
const now = new Date('2026-11-22T12:51:21Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('a time in a list', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 min ago'],
    [5 * 60 + 59, '5 min ago'],
    [3600, '1 h ago'],
    [86_399, '23 h ago'],
    [-30, 'in less than 1 min'],
    [-7200, 'in 2 h'],
  ])('%d seconds ago is shown as %s', (seconds, text) => {
    expect(formatListTime(ago(seconds), { zone: 'Europe/Berlin', now })).toBe(text);
  });

  it.each([
    ['Europe/Berlin', 'Nov 21, 03:51'],
    ['America/New_York', 'Nov 20, 21:51'],
    ['UTC', 'Nov 21, 02:51 UTC'],
  ])('is shown after that in the time of %s, on a 24-hour clock: %s', (zone, text) => {
    expect(formatListTime(at, { zone, now })).toBe(text);
  });

  it.each([
    ['Europe/Berlin', 'Jan 1, 00:30'],
    ['America/New_York', 'Dec 31, 2025, 18:30'],
  ])('includes the year if it is another one in %s: %s', (zone, text) => {
    expect(formatListTime(new Date('2025-12-31T23:30:00Z'), { zone, now })).toBe(text);
  });

  it('is in UTC, and says so, without a known zone', () => {
    expect(formatListTime(at, plainTimeView)).toBe('Nov 21, 2026, 02:51 UTC');
  });
});

describe('a time on the page of an object', () => {
  it.each([
    ['Europe/Berlin', 'Nov 21, 2026, 03:51:21 GMT+1 · 34 h ago'],
    ['America/New_York', 'Nov 20, 2026, 21:51:21 EST · 34 h ago'],
    ['UTC', 'Nov 21, 2026, 02:51:21 UTC · 34 h ago'],
  ])('is shown in %s: %s', (zone, text) => {
    expect(formatFullTime(at, { zone, now })).toBe(text);
  });

  it('counts days from the second day on', () => {
    expect(formatFullTime(ago(48 * 3600), { zone: 'UTC', now })).toMatch(/ · 2 days ago$/);
    expect(formatFullTime(ago(-90 * 86_400 + 20), { zone: 'UTC', now })).toMatch(/ · in 90 days$/);
  });
});

it('a UTC time is the same for everybody', () => {
  expect(formatUtcTime(at)).toBe('2026-11-21 02:51:21 UTC');
});

it.each([
  ['2026-11-22T12:20:00Z', 'Europe/Berlin', '13:20'],
  ['2026-11-22T12:20:00Z', 'UTC', '12:20 UTC'],
  ['2026-11-21T22:59:00Z', 'Europe/Berlin', 'Nov 21, 23:59'],
  ['2026-11-21T23:01:00Z', 'Europe/Berlin', '00:01'],
])('what began at %s in %s began at %s', (began, zone, text) => {
  expect(formatStart(new Date(began), { zone, now })).toBe(text);
});
