import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workWhenIdle } from './idle-work';

let utilization: number;
let done: string[];
let problems: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  [utilization, done, problems] = [0, [], []];
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({ idle: 0, active: 0, utilization }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const step = (name: string) => async () => void done.push(name);
const start = (...steps: (() => Promise<unknown>)[]) => workWhenIdle(steps, (error) => problems.push(error));
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('work of a process at rest', () => {
  it('is one step a second', async () => {
    start(step('a'), step('b'));
    expect(done).toEqual([]);
    await pass(1);
    expect(done).toEqual(['a']);
    await pass(5);
    expect(done).toEqual(['a', 'b']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits as long as the process is busy', async () => {
    utilization = 0.5;
    start(step('a'));
    await pass(10);
    expect(done).toEqual([]);
    utilization = 0.05;
    await pass(1);
    expect(done).toEqual(['a']);
  });

  it('goes on after a step that failed', async () => {
    start(async () => Promise.reject(new Error('no')), step('b'));
    await pass(2);
    expect(done).toEqual(['b']);
    expect(problems).toEqual([new Error('no')]);
  });

  it('ends with the process, after the step that has begun', async () => {
    let finish = () => {};
    const slow = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const stop = start(slow, step('b'));
    await pass(1);
    const stopped = stop().then(() => done.push('stopped'));
    await pass(5);
    expect(done).toEqual([]);
    finish();
    await stopped;
    await pass(5);
    expect(done).toEqual(['stopped']);
  });
});
