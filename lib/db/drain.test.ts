import { describe, expect, it } from 'vitest';
import { drain } from './drain';

/** A table whose rows take some time each, with its own clock. */
function table(rows: number, rowMs: number) {
  const limits: number[] = [];
  const pauses: number[] = [];
  let left = rows;
  let clock = 0;
  const deleteBatch = async (limit: number) => {
    const count = Math.min(limit, left);
    left -= count;
    clock += count * rowMs;
    limits.push(limit);
    return { count };
  };
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds);
    clock += milliseconds;
  };
  return { limits, pauses, run: () => drain(deleteBatch, { now: () => clock, pause }), left: () => left };
}

describe('drain', () => {
  it('deletes everything, in batches that grow while they are quick', async () => {
    const quick = table(5000, 0.001);
    expect(await quick.run()).toBe(5000);
    expect(quick.limits).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000, 1000, 1000]);
  });

  it('makes the batches smaller when they are slow, down to a row', async () => {
    const slow = table(60, 30);
    expect(await slow.run()).toBe(60);
    expect(slow.limits.slice(0, 6)).toEqual([20, 10, 5, 2, 1, 1]);
  });

  it('rests after each full batch for at least as long as it took, so that others get a turn', async () => {
    const slow = table(35, 10);
    await slow.run();
    expect(slow.pauses).toEqual([200, 100, 50]);
    const quick = table(50, 0);
    await quick.run();
    expect(quick.pauses).toEqual([5]);
  });

  it('stops after 50 seconds, so that other tables are swept too', async () => {
    const endless = table(1_000_000, 5);
    const gone = await endless.run();
    expect(gone).toBeGreaterThan(0);
    expect(endless.left()).toBe(1_000_000 - gone);
    expect(endless.pauses.reduce((sum, one) => sum + one, 0)).toBeLessThan(50_000);
  });

  it('ends after the current batch on request', async () => {
    const stopping = new AbortController();
    const deleteBatch = async (limit: number) => {
      stopping.abort();
      return { count: limit };
    };
    expect(await drain(deleteBatch, { signal: stopping.signal })).toBe(20);
  });
});
