import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '#lib/log/log';
import { answerWorkers } from '#lib/metrics/cluster-metrics';

type Supervision = {
  readonly workers: number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Called once when the first worker listens. */
  readonly onListening: () => void;
  /** Milliseconds before a dead worker is replaced. Doubled for each worker that dies young, up to thirty-two times. */
  readonly restartDelayMs?: number;
  /** How long the workers drain during a stop (see run-server.ts). */
  readonly drainMs?: number;
  /** How long a stop then waits for the workers before it kills them. */
  readonly stopTimeoutMs?: number;
};

export type Supervisor = {
  /** Rejects if the first worker cannot start or load its pages. Resolves when all have ended after `stop`. */
  readonly ended: Promise<void>;
  /** Lets all workers finish their requests. */
  readonly stop: () => void;
};

/** The first worker could not start. It printed the reason itself. */
class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
  readonly code = 'worker_failed';
}

/** If a worker lived this long, it did not fail because of its start. */
const youngMs = 60_000;
const mostDoublings = 5;

type Loaded = { readonly signet: 'loaded' };

/** In a worker: tells the primary that its pages are loaded. */
export function reportLoaded(): void {
  const message: Loaded = { signet: 'loaded' };
  process.send?.(message);
}

/**
 * Runs this program in several processes that share its port, and replaces processes that die. The first one loads its
 * pages alone, because an error that stops it would stop the others too. So the error is printed only once.
 */
export function superviseWorkers({
  workers,
  log,
  onListening,
  restartDelayMs = 1_000,
  drainMs = 0,
  stopTimeoutMs = 15_000,
}: Supervision): Supervisor {
  answerWorkers();
  let stopping = false;
  let listening = false;
  let loaded = false;
  let deaths = 0;
  const timers = new Set<NodeJS.Timeout>();
  const { promise: ended, resolve, reject } = deferred();

  const startWorker = () => {
    const startedAt = performance.now();
    cluster
      .fork()
      .once('listening', announce)
      .on('message', (message: unknown) => isLoaded(message) && startOthers())
      .once('exit', (code, signal) => replace({ code, signal, startedAt }));
  };

  const announce = () => {
    if (listening) return;
    listening = true;
    onListening();
  };

  const startOthers = () => {
    if (loaded || stopping) return;
    loaded = true;
    for (let count = 1; count < workers; count += 1) startWorker();
  };

  const replace = ({ code, signal, startedAt }: { code: number; signal: string; startedAt: number }) => {
    if (stopping) return finishWhenEmpty();
    if (!loaded) return reject(new WorkerFailed());
    deaths = performance.now() - startedAt < youngMs ? deaths + 1 : 1;
    const delayMs = restartDelayMs * 2 ** Math.min(deaths - 1, mostDoublings);
    log.warn({ code, signal, delayMs }, 'a worker ended and is replaced');
    later(startWorker, delayMs);
  };

  const later = (work: () => void, delayMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  };

  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const timer of timers) clearTimeout(timer);
    for (const worker of liveWorkers()) worker.process.kill('SIGTERM');
    setTimeout(killAll, drainMs + stopTimeoutMs).unref();
    finishWhenEmpty();
  };

  const finishWhenEmpty = () => {
    if (liveWorkers().length === 0) resolve();
  };

  startWorker();
  return { ended, stop };
}

function isLoaded(message: unknown): message is Loaded {
  return typeof message === 'object' && message !== null && 'signet' in message && message.signet === 'loaded';
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker === undefined || worker.isDead() ? [] : [worker],
  );
}

function killAll(): void {
  for (const worker of liveWorkers()) worker.process.kill('SIGKILL');
}

function deferred() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
