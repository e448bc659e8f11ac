import { expect, it } from 'vitest';
import { addressOfTyped, fromLocalTime, startOfLocalDay, toLocalTime } from './local-time';

it.each([
  ['2026-11-23T14:05', 'UTC', '2026-11-23T14:05:00.000Z'],
  ['2026-11-23T14:05', 'America/New_York', '2026-11-23T19:05:00.000Z'],
  ['2026-07-01T00:30', 'Europe/Berlin', '2026-06-30T22:30:00.000Z'],
  ['2026-11-01T00:30', 'Asia/Kolkata', '2026-10-31T19:00:00.000Z'],
])('%s in %s is %s, and back', (local, zone, moment) => {
  expect(fromLocalTime(local, zone)?.toISOString()).toBe(moment);
  expect(toLocalTime(new Date(moment), zone)).toBe(local);
});

it.each(['', '2026-13-01T00:00', '2026-11-23', '2026-11-23T14:05Z', 'now'])('%j is not a local time', (text) => {
  expect(fromLocalTime(text, 'UTC')).toBeNull();
});

it.each([
  ['2026-11-23T14:05:30.250Z', 'UTC', '2026-11-23T00:00:00.000Z'],
  ['2026-11-23T02:05:00.000Z', 'America/New_York', '2026-11-22T05:00:00.000Z'],
  ['2026-03-29T12:00:00.000Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25T23:30:00.000Z', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // At midnight, clocks were set forward to 1:00.
  ['2018-11-04T12:00:00.000Z', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
])('the day of %s in %s began at %s', (at, zone, start) => {
  expect(startOfLocalDay(new Date(at), zone).toISOString()).toBe(start);
});

it('a typed period becomes an address with the same meaning in every time zone', () => {
  const query = { range: 'period', from: '2026-11-23T14:05', to: '', actor: 'alice', after: 'x' };
  expect(addressOfTyped('/admin/audit', query, 'America/New_York')).toBe(
    '/admin/audit?from=2026-11-23T19%3A05%3A00.000Z&actor=alice',
  );
  expect(addressOfTyped('/admin/audit', { ...query, range: '7d' }, 'UTC')).toBeNull();
  expect(addressOfTyped('/admin/audit', { range: 'period', from: '2026-11-23T19:05:00.000Z' }, 'UTC')).toBeNull();
});
