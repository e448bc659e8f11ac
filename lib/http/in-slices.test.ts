import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { flatMapInSlices, shareTurn } from './in-slices';

describe('work in slices', () => {
  it('gives the results in the order of the items', async () => {
    const twice = (item: number) => (item % 2 === 0 ? [item, item] : []);
    expect(await flatMapInSlices(new Set([4, 1, 2]), twice)).toEqual([4, 4, 2, 2]);
    expect(await flatMapInSlices([], twice)).toEqual([]);
  });

  it('leaves the event loop to others once a slice took its time', async () => {
    await setImmediate();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const order: string[] = [];
    const work = (item: string) => {
      order.push(item);
      if (item === 'b') globalThis.setImmediate(() => order.push('request'));
      now += 3;
      return [item];
    };
    expect(await flatMapInSlices(['a', 'b', 'c', 'd'], work)).toEqual(['a', 'b', 'c', 'd']);
    expect(order).toEqual(['a', 'b', 'request', 'c', 'd']);
  });

  it('counts what others did in the same turn', async () => {
    await setImmediate();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const order: string[] = [];
    const work = () => {
      now += 3;
      return [];
    };
    await flatMapInSlices(['a'], work);
    globalThis.setImmediate(() => order.push('request'));
    await flatMapInSlices(['b'], work);
    await shareTurn();
    order.push('next');
    expect(order).toEqual(['request', 'next']);
  });

  it('ends with the error of an item', async () => {
    const fail = (): never[] => {
      throw new Error('broken');
    };
    await expect(flatMapInSlices([1], fail)).rejects.toThrow('broken');
  });
});
