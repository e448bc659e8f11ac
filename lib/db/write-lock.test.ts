import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWriteLock } from './write-lock';

afterEach(() => {
  vi.useRealTimers();
});

describe('createWriteLock', () => {
  it('admits one at a time, in the order of requests', async () => {
    const lock = createWriteLock();
    const order: string[] = [];
    const visit = async (name: string) => {
      const release = await lock.acquire(1_000);
      order.push(`${name} in`);
      await Promise.resolve();
      order.push(`${name} out`);
      release?.();
    };
    await Promise.all(['a', 'b', 'c'].map(visit));
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('gives up after the time, and the next in line still gets its turn', async () => {
    vi.useFakeTimers();
    const lock = createWriteLock();
    const release = await lock.acquire(1_000);
    const impatient = lock.acquire(1_000);
    const patient = lock.acquire(9_000);
    vi.advanceTimersByTime(1_000);
    expect(await impatient).toBeNull();
    release?.();
    expect(await patient).toBeTypeOf('function');
  });

  it('ignores a second release of the same turn', async () => {
    const lock = createWriteLock();
    const first = await lock.acquire(1_000);
    first?.();
    const second = await lock.acquire(1_000);
    first?.();
    vi.useFakeTimers();
    const third = lock.acquire(1_000);
    vi.advanceTimersByTime(1_000);
    expect(await third).toBeNull();
    second?.();
  });
});
