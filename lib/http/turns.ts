import type { Audience } from './types';

export type Turns = {
  /** Runs what answers a request: at once for programs, when it is its turn for a browser. */
  readonly run: <T>(audience: Audience, work: () => T | Promise<T>) => Promise<T>;
};

/** How many times as long as a page took the event loop is left to programs that wait for an answer. */
const rest = 3;

/**
 * Keeps pages from standing in line before programs. A page occupies the event loop for milliseconds at a time, a token
 * request for a fraction of one: pages that arrive together would all run before the next token request is read. So one
 * page starts in each turn of the event loop, and while programs wait for answers there are pauses in between.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let programs = 0;
  let restUntil = 0;
  let isRunning = false;

  function startNext(): void {
    const startedAt = performance.now();
    if (programs > 0 && startedAt < restUntil) {
      setTimeout(startNext, 1);
      return;
    }
    waiting.shift()?.();
    // Called after the page has run until its first wait, and after the requests that arrived meanwhile were read.
    setImmediate(() => {
      const endedAt = performance.now();
      restUntil = endedAt + (endedAt - startedAt) * rest;
      isRunning = waiting.length > 0;
      if (isRunning) startNext();
    });
  }

  /** First come, first served. */
  function takeTurn(): Promise<void> {
    if (!isRunning) setImmediate(startNext);
    isRunning = true;
    return new Promise((resolve) => waiting.push(resolve));
  }

  async function answerProgram<T>(work: () => T | Promise<T>): Promise<T> {
    programs += 1;
    try {
      return await work();
    } finally {
      programs -= 1;
    }
  }

  return {
    run: async (audience, work) => {
      if (audience === 'program') return answerProgram(work);
      if (audience === 'browser') await takeTurn();
      return work();
    },
  };
}
