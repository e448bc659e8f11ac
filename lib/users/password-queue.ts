import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { singleton } from '#lib/singleton';

/**
 * Thrown if the queue is full, because another password would wait for seconds. The response is 503 with Retry-After.
 */
class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
  readonly code = 'password_queue_full';
  readonly retryAfterSeconds = 2;

  constructor() {
    super('too many passwords are waiting to be checked');
  }
}

/** Compares the code, because the class exists once in each bundle. */
export function isQueueFull(error: unknown): error is Pick<PasswordQueueFull, 'code' | 'retryAfterSeconds'> {
  return error instanceof Error && 'code' in error && error.code === 'password_queue_full';
}

type PasswordQueue = {
  /**
   * Runs `work` when it is its turn. Networks take turns, so a network that sends many requests delays only itself.
   * @param network see turnKey(); empty for the server's own work
   * @throws PasswordQueueFull (code `password_queue_full`, with `retryAfterSeconds`) if too many are waiting:
   * immediately, or when the place is given to a network with fewer entries
   */
  run<T>(work: () => Promise<T>, network?: string): Promise<T>;
  /** The numbers of running and waiting checks, for the metrics. */
  readonly load: () => { readonly running: number; readonly waiting: number };
};

const waitingLimit = 100;

/** The queue of this process. */
export function passwordQueue(): PasswordQueue {
  return singleton('password-queue', () => createPasswordQueue(processConcurrency(), waitingLimit));
}

type Waiter = { readonly start: () => void; readonly refuse: (error: PasswordQueueFull) => void };

/**
 * Hashing a password takes a core for 10 ms. The limit of concurrent checks keeps one core free for everything else.
 * The limit of waiting checks keeps the wait short.
 */
export function createPasswordQueue(concurrency: number, maximumWaiting: number): PasswordQueue {
  // The waiting checks by network, the next network first, because a Map iterates in insertion order.
  const waiting = new Map<string, Waiter[]>();
  let running = 0;
  let count = 0;

  async function takeTurn(network: string): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (count >= maximumWaiting) makeRoom(network);
    // A finished check passes its place directly to the next one, so that no newcomer takes it.
    await new Promise<void>((start, refuse) => {
      waiting.set(network, [...(waiting.get(network) ?? []), { start, refuse }]);
      count += 1;
    });
  }

  /** Removes the last entry of the network with the most entries, unless that is the newcomer's own network. */
  function makeRoom(network: string): void {
    const [largest, waiters] = [...waiting].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    const own = waiting.get(network)?.length ?? 0;
    if (waiters.length <= own + 1) throw new PasswordQueueFull();
    const last = waiters.at(-1);
    waiting.set(largest, waiters.slice(0, -1));
    count -= 1;
    last?.refuse(new PasswordQueueFull());
  }

  function passTurn(): void {
    const next = waiting.entries().next();
    if (next.done) {
      running -= 1;
      return;
    }
    const [network, [first, ...rest]] = next.value;
    waiting.delete(network);
    if (rest.length > 0) waiting.set(network, rest);
    count -= 1;
    first?.start();
  }

  return {
    async run(work, network = '') {
      await takeTurn(network);
      try {
        return await work();
      } finally {
        passTurn();
      }
    },
    load: () => ({ running, waiting: count }),
  };
}

/** All cores except one. The workers of a cluster share the cores, so each takes one. */
function processConcurrency(): number {
  return cluster.isWorker ? 1 : Math.max(1, availableParallelism() - 1);
}
