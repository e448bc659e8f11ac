import { describe, expect, it } from 'vitest';
import { overviewRanges, windowsOf } from './numbers';

const hourMs = 3_600_000;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Australia/Lord_Howe'];
const moments = ['2026-03-01T10:17:00Z', '2026-03-30T00:30:00Z', '2026-11-02T05:59:59Z', '2026-04-05T13:30:00Z'];
const cases = overviewRanges.flatMap((range) =>
  zones.flatMap((zone) => moments.map((at) => [range, zone, at] as const)),
);

describe('the windows of the overview (ux §1.13)', () => {
  it.each(cases)('leave no gap in %s in %s and end after %s', (range, zone, at) => {
    const now = new Date(at);
    const { before, columns } = windowsOf(range, now, zone);
    expect(columns).toHaveLength({ '24h': 24, '7d': 7, '30d': 30, '90d': 90 }[range]);
    expect(before).toHaveLength(columns.length);
    const all = [...before, ...columns];
    for (const [index, { from }] of all.entries()) {
      expect(from.getTime() % hourMs).toBe(0);
      if (index > 0) expect(from).toEqual(all[index - 1]?.before);
    }
    expect(columns.at(-1)?.from.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(columns.at(-1)?.before.getTime()).toBeGreaterThan(now.getTime());
  });

  it.each([
    ['UTC', '2026-03-30T00:00:00.000Z', 24],
    ['America/New_York', '2026-03-29T04:00:00.000Z', 24],
    // Midnight in this zone is 18:30 UTC.
    ['Asia/Kolkata', '2026-03-29T18:00:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29T22:00:00.000Z', 24],
  ])('start the day of %s at %s', (zone, from, hours) => {
    const last = windowsOf('7d', new Date('2026-03-30T00:30:00Z'), zone).columns.at(-1);
    expect(last?.from.toISOString()).toBe(from);
    expect(((last?.before.getTime() ?? 0) - (last?.from.getTime() ?? 0)) / hourMs).toBe(hours);
  });

  it('give a day with a clock change its actual hours', () => {
    const { columns } = windowsOf('7d', new Date('2026-03-30T12:00:00Z'), 'Europe/Berlin');
    const hours = columns.map(({ from, before }) => (before.getTime() - from.getTime()) / hourMs);
    expect(hours).toEqual([24, 24, 24, 24, 24, 23, 24]);
  });
});
