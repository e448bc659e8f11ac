import { createId, drawFraction } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { readClock } from '#lib/http/clock';
import type { Logger } from '#lib/log/log';
import { metrics } from '#lib/metrics/metrics';
import { singleton } from '#lib/singleton';
import { holdLease, releaseLeases } from './lease-store';

/** Work that a serving process repeats in the background. */
export type Job = {
  /** Identifies the job in the log, the metrics and the table of leases. */
  readonly name: string;
  /**
   * The longest time between two runs. Each process waits up to a tenth less, so that they do not run at the same time.
   */
  readonly everyMs: number;
  /**
   * Does the work that is due. An error is logged, and the next run tries again.
   * @param signal aborted when the process stops; a long run then ends after its current batch
   */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** `one`: only one process runs it, through a lease in the database. `each`: every process has its own work. */
  readonly runsIn: 'each' | 'one';
  /** Runs once more when the process stops, to write what is waiting in memory. The signal is aborted then. */
  readonly lastRun?: true;
};

type Parts = { readonly db: Database; readonly log: Pick<Logger, 'warn'> };

type StartedJob = { readonly wake: () => void; readonly stop: () => Promise<void> };

const startedJobs = () => singleton('jobs', () => new Map<string, StartedJob>());

/**
 * Runs each job once a period, and never twice at the same time in this process. The timers do not keep the process
 * alive.
 * @returns a function that ends the jobs. It resolves once all runs are over, including the last ones
 */
export function startJobs(jobs: readonly Job[], { db, log }: Parts): () => Promise<void> {
  const holder = createId();
  // A process that has died is replaced after two periods.
  const hold = ({ name, everyMs }: Job) => {
    const now = readClock();
    return holdLease(db, { job: name, holder, until: new Date(now.getTime() + 2 * everyMs) }, now);
  };
  const started = new Map(jobs.map((job) => [job.name, startJob(job, { log, hold })]));
  for (const [name, job] of started) startedJobs().set(name, job);
  return async () => {
    for (const [name, job] of started) if (startedJobs().get(name) === job) startedJobs().delete(name);
    await Promise.all([...started.values()].map((job) => job.stop()));
    if (jobs.some(({ runsIn }) => runsIn === 'one')) await releaseLeases(db, holder).catch(() => {});
  };
}

/** Runs a job now instead of at its next period. Does nothing in a process that does not run jobs. */
export function wakeJob(name: string): void {
  startedJobs().get(name)?.wake();
}

type Surroundings = Pick<Parts, 'log'> & { readonly hold: (job: Job) => Promise<boolean> };

function startJob(job: Job, { log, hold }: Surroundings): StartedJob {
  const { name, everyMs, runsIn, lastRun } = job;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;

  const runOnce = async () => {
    try {
      if (runsIn === 'one' && !(await hold(job))) return;
      await job.run(stopping.signal);
      metrics().jobRuns.inc({ job: name, outcome: 'ok' });
    } catch (error) {
      metrics().jobRuns.inc({ job: name, outcome: 'failed' });
      log.warn({ err: error, job: name }, 'background job failed');
    }
  };
  const run = async () => {
    do {
      again = false;
      await runOnce();
    } while (again && !stopping.signal.aborted);
    running = null;
  };
  const tick = () => {
    if (running === null) running = run();
    // A run that takes longer than its period keeps its lease. If it cannot, another process starts the job, which jobs
    // tolerate.
    else if (runsIn === 'one') hold(job).catch(() => {});
  };
  const timer = setInterval(tick, everyMs * (1 - drawFraction() / 10)).unref();
  return {
    wake: () => {
      // The current run may have read its queue before the new work was added.
      again = true;
      running ??= run();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
      if (lastRun) await runOnce();
    },
  };
}
