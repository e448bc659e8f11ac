import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurns, type Turns } from './turns';

const never = () => new Promise<never>(() => {});

describe('pages', () => {
  it('start in the order of arrival, one in each turn of the event loop', async () => {
    const turns = createTurns();
    const started: string[] = [];
    const pages = ['a', 'b', 'c'].map((name) => turns.run('browser', async () => started.push(name)));
    expect(started).toEqual([]);
    await setImmediate();
    expect(started).toEqual(['a']);
    await Promise.all(pages);
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('start after earlier ones ended', async () => {
    const turns = createTurns();
    expect(await turns.run('browser', async () => 'first')).toBe('first');
    await setImmediate();
    expect(await turns.run('browser', async () => 'second')).toBe('second');
  });

  it('pass the turn to the next one when they fail', async () => {
    const turns = createTurns();
    const failed = turns.run('browser', async () => Promise.reject(new Error('no page')));
    const next = turns.run('browser', async () => 'a page');
    await expect(failed).rejects.toThrow('no page');
    expect(await next).toBe('a page');
  });
});

it.each(['program', 'api'] as const)('answers the audience "%s" without a turn', (audience) => {
  const turns = createTurns();
  const started: string[] = [];
  void turns.run('browser', async () => started.push('browser'));
  void turns.run(audience, async () => started.push(audience));
  expect(started).toEqual([audience]);
});

describe('a page that took 5 ms', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /**
   * Starts a page and asks for a second one.
   * @returns whether the second one has started
   */
  function startTwo(turns: Turns): () => boolean {
    let hasStarted = false;
    void turns.run('browser', async () => {
      now += 5;
    });
    void turns.run('browser', async () => {
      hasStarted = true;
    });
    return () => hasStarted;
  }

  it('is followed by the next one at once when no program waits', async () => {
    const turns = createTurns();
    await turns.run('program', async () => {});
    const hasStarted = startTwo(turns);
    await vi.waitUntil(hasStarted);
  });

  it('gives three times as much to a waiting program', async () => {
    const turns = createTurns();
    void turns.run('program', never);
    const hasStarted = startTwo(turns);
    await setTimeout(5);
    expect(hasStarted()).toBe(false);
    now = 19;
    await setTimeout(5);
    expect(hasStarted()).toBe(false);
    now = 20;
    await vi.waitUntil(hasStarted);
  });

  it.each([
    ['has its answer', async () => {}],
    ['gets an error', async () => Promise.reject(new Error('no token'))],
  ])('is followed by the next one as soon as the program %s', async (_, ending) => {
    const turns = createTurns();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const program = turns.run('program', () => finished.then(ending));
    const hasStarted = startTwo(turns);
    await setTimeout(5);
    expect(hasStarted()).toBe(false);
    finish();
    await program.catch(() => {});
    await vi.waitUntil(hasStarted);
  });
});
