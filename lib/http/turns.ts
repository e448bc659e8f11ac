import type { Audience } from './types';

export type Turns = {
  /** Runs the work that answers a request: immediately for programs, and when it is its turn for browsers. */
  readonly run: <T>(audience: Audience, work: () => T | Promise<T>) => Promise<T>;
};

/** After a page, the event loop is left to waiting programs for this many times the duration of the page. */
const rest = 3;

/**
 * Prevents pages from delaying programs. A page occupies the event loop for milliseconds at a time, and a token request
 * for a fraction of one. Pages that arrive together would all run before the next token request is read. So only one
 * page starts in each turn of the event loop, with pauses in between while programs wait for answers.
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
    // Called after the page has run until its first await, and after the requests that arrived in the meantime were
    // read.
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

/** Those of the process, because it has one event loop. */
export const turns = createTurns();
