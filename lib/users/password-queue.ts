import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { singleton } from '#lib/singleton';

/** Thrown when so many passwords wait that one more would wait for seconds: the answer is 503 with Retry-After. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
  readonly code = 'password_queue_full';
  readonly retryAfterSeconds = 2;
}

export type PasswordQueue = {
  /**
   * Runs `work` when it is its turn.
   * @throws PasswordQueueFull (code `password_queue_full`, with `retryAfterSeconds`) at once when too many wait
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many run and how many wait, for the metrics. */
  readonly load: () => { readonly running: number; readonly waiting: number };
};

const waitingLimit = 100;

/** The one queue of this process. */
export function passwordQueue(): PasswordQueue {
  return singleton('password-queue', () => createPasswordQueue(processConcurrency(), waitingLimit));
}

/**
 * Hashing passwords takes a core for 10 ms each. Bounding how many do so at a time keeps one core free for everything
 * else; bounding how many wait keeps the wait short.
 */
export function createPasswordQueue(concurrency: number, maximumWaiting: number): PasswordQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeTurn(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= maximumWaiting) throw new PasswordQueueFull('too many passwords are waiting to be checked');
    // Who finishes hands the place on without giving it up, so nobody comes in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function passTurn(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(work) {
      await takeTurn();
      try {
        return await work();
      } finally {
        passTurn();
      }
    },
    load: () => ({ running, waiting: waiting.length }),
  };
}

/** All cores but one; the workers of a cluster share the cores, so each takes one. */
function processConcurrency(): number {
  return cluster.isWorker ? 1 : Math.max(1, availableParallelism() - 1);
}
