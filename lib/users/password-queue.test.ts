import { describe, expect, it } from 'vitest';
import { createPasswordQueue, passwordQueue } from './password-queue';

/** Work that the test completes itself. */
function controlledWork() {
  const starts: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    starts.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { starts, work, settle, finish: (index: number) => ends[index]?.() };
}

describe('createPasswordQueue', () => {
  it('runs up to its limit in parallel, and the others in order', async () => {
    const { starts, work, settle, finish } = controlledWork();
    const queue = createPasswordQueue(2, 10);
    const results = Promise.all([1, 2, 3, 4].map((name) => queue.run(work(name))));
    await settle();
    expect(starts).toEqual([1, 2]);
    expect(queue.load()).toEqual({ running: 2, waiting: 2 });
    finish(1);
    await settle();
    expect(starts).toEqual([1, 2, 3]);
    for (const index of [0, 2]) finish(index);
    await settle();
    finish(3);
    expect(await results).toEqual([1, 2, 3, 4]);
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('refuses at once when it is full, with the time to retry (security #87)', async () => {
    const { work, settle, finish } = controlledWork();
    const queue = createPasswordQueue(1, 1);
    const first = queue.run(work(1));
    const second = queue.run(work(2));
    await expect(queue.run(work(3))).rejects.toMatchObject({ code: 'password_queue_full', retryAfterSeconds: 2 });
    finish(0);
    await settle();
    finish(1);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('lets networks take turns, regardless of how many requests of one wait (security #87)', async () => {
    const { starts, work, settle, finish } = controlledWork();
    const queue = createPasswordQueue(1, 10);
    const flood = [1, 2, 3, 4].map((name) => queue.run(work(name), '2001:db8:1::/48'));
    const other = queue.run(work(9), '192.0.2.0/24');
    for (let turn = 0; turn < 5; turn += 1) {
      await settle();
      finish(turn);
    }
    await Promise.all([...flood, other]);
    expect(starts).toEqual([1, 2, 9, 3, 4]);
  });

  it('gives a place to a network with fewer requests when it is full, never to the one with the most', async () => {
    const { starts, work, settle, finish } = controlledWork();
    const queue = createPasswordQueue(1, 3);
    const flood = [1, 2, 3, 4].map((name) => queue.run(work(name), 'many'));
    const last = expect(flood[3]).rejects.toMatchObject({ code: 'password_queue_full' });
    await expect(queue.run(work(5), 'many')).rejects.toMatchObject({ code: 'password_queue_full' });
    const other = queue.run(work(9), 'few');
    await last;
    expect(queue.load()).toEqual({ running: 1, waiting: 3 });
    for (let turn = 0; turn < 4; turn += 1) {
      await settle();
      finish(turn);
    }
    await Promise.all([...flood.slice(0, 3), other]);
    expect(starts).toEqual([1, 2, 9, 3]);
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('continues after failed work', async () => {
    const queue = createPasswordQueue(1, 10);
    const failed = queue.run(() => Promise.reject(new Error('failed')));
    const next = queue.run(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('done');
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });
});

it('there is one queue per process', () => {
  expect(passwordQueue()).toBe(passwordQueue());
});
