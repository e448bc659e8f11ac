import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { metrics } from '#lib/metrics/metrics';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { holdLease, releaseLeases } from './lease-store';
import { type Job, startJobs, wakeJob } from './start-jobs';

const everyMs = 60_000;
let open: TestDatabase;
let lines: unknown[][] = [];
const log = { warn: (...line: unknown[]) => void lines.push(line) };

beforeEach(async () => {
  lines = [];
  open = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await open.close();
});

/** A job whose runs end when the test lets them. */
function heldJob(parts: Partial<Job> = {}) {
  const ends: (() => void)[] = [];
  const run = vi.fn((_: AbortSignal) => new Promise<void>((resolve) => void ends.push(resolve)));
  const job: Job = { name: 'held', everyMs, runsIn: 'each', run, ...parts };
  return { job, run, end: () => ends.splice(0).forEach((resolve) => void resolve()) };
}

function start(...jobs: Job[]) {
  return startJobs(jobs, { db: open.db, log });
}

async function runs(job: string, outcome: string): Promise<number> {
  const { values } = await metrics().jobRuns.get();
  return values.find(({ labels }) => labels.job === job && labels.outcome === outcome)?.value ?? 0;
}

/** Lets pending work continue. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('startJobs', () => {
  it('runs a job once a period, never earlier, and not after the stop', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const run = vi.fn(async () => {});
    const stop = start({ name: 'counted', everyMs, runsIn: 'each', run });
    vi.advanceTimersByTime(everyMs * 0.89);
    expect(run).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(everyMs * 0.11);
    await turn();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(everyMs);
    await stop();
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10 * everyMs);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('starts no second run during a run, and waits for it at the stop', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { job, run, end } = heldJob();
    const stop = start(job);
    vi.advanceTimersByTime(5 * everyMs);
    expect(run).toHaveBeenCalledTimes(1);
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await turn();
    expect([stopped, run.mock.lastCall?.[0].aborted]).toEqual([false, true]);
    end();
    await stopping;
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('logs and counts a failure, and goes on', async () => {
    const before = [await runs('failing', 'failed'), await runs('failing', 'ok')];
    let failures = 1;
    const err = new Error('no database');
    const run = async () => {
      if (failures-- > 0) throw err;
    };
    const stop = start({ name: 'failing', everyMs, runsIn: 'each', run });
    wakeJob('failing');
    await turn();
    wakeJob('failing');
    await stop();
    expect(lines).toEqual([[{ err, job: 'failing' }, 'background job failed']]);
    const after = [await runs('failing', 'failed'), await runs('failing', 'ok')];
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1]);
  });

  it('runs a job that asks for it once more at the stop, after the current run', async () => {
    const { job, run, end } = heldJob({ lastRun: true });
    const stop = start(job);
    wakeJob('held');
    const stopping = stop();
    end();
    await turn();
    expect(run.mock.calls.map(([signal]) => signal.aborted)).toEqual([true, true]);
    end();
    await stopping;
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('wakeJob', () => {
  it('runs a job at once, and once more if it was woken during a run', async () => {
    const { job, run, end } = heldJob();
    const stop = start(job);
    wakeJob('held');
    expect(run).toHaveBeenCalledTimes(1);
    wakeJob('held');
    wakeJob('held');
    expect(run).toHaveBeenCalledTimes(1);
    end();
    await turn();
    expect(run).toHaveBeenCalledTimes(2);
    end();
    await stop();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('does nothing for a job that does not run', async () => {
    const { job, run } = heldJob();
    await start(job)();
    wakeJob('held');
    wakeJob('unheard-of');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a job that one process runs for all', () => {
  it('runs in the process that holds the lease, and in another once that process has stopped', async () => {
    const other = await openDatabase(open.url);
    const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const job = (name: string, run: Job['run']): Job => ({ name, everyMs, runsIn: 'one', run });
    const stopFirst = startJobs([job('shared', first)], { db: open.db, log });
    wakeJob('shared');
    await vi.waitFor(() => expect(first).toHaveBeenCalledTimes(1), 30_000);
    const stopSecond = startJobs([job('shared', second)], { db: other.db, log });
    wakeJob('shared');
    await stopSecond();
    expect(second).not.toHaveBeenCalled();
    await stopFirst();
    const stopThird = startJobs([job('shared', second)], { db: other.db, log });
    wakeJob('shared');
    await stopThird();
    expect(second).toHaveBeenCalledTimes(1);
    await other.close();
    expect(lines).toEqual([]);
  });
});

describe('a lease', () => {
  const noon = new Date('2026-01-01T12:00:00Z');
  const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
  const lease = (holder: string, until: Date) => ({ job: 'shared', holder, until });

  it('is held by one, prolonged only by its holder, and free when it has expired', async () => {
    expect(await holdLease(open.db, lease('a', later(60)), noon)).toBe(true);
    expect(await holdLease(open.db, lease('b', later(60)), later(59))).toBe(false);
    expect(await holdLease(open.db, lease('a', later(90)), later(59))).toBe(true);
    expect(await holdLease(open.db, lease('b', later(200)), later(89))).toBe(false);
    expect(await holdLease(open.db, lease('b', later(200)), later(90))).toBe(true);
    expect(await holdLease(open.db, lease('a', later(200)), later(91))).toBe(false);
  });

  it('is taken over if it was taken by a clock that ran ahead (decision 005)', async () => {
    await holdLease(open.db, lease('dead', later(86_400)), later(86_280));
    expect(await holdLease(open.db, lease('b', later(120)), noon)).toBe(true);
  });

  it('stays with a process whose clock is less than a minute ahead (decision 005)', async () => {
    await holdLease(open.db, lease('a', later(180)), later(60));
    expect(await holdLease(open.db, lease('b', later(120)), noon)).toBe(false);
  });

  it('is taken by one of many at once', async () => {
    const holders = Array.from({ length: 8 }, (_, index) => `process-${index}`);
    const held = await Promise.all(holders.map((holder) => holdLease(open.db, lease(holder, later(60)), noon)));
    expect(held.filter(Boolean)).toHaveLength(1);
  });

  it('is released only by its holder', async () => {
    await holdLease(open.db, lease('a', later(60)), noon);
    await releaseLeases(open.db, 'b');
    expect(await holdLease(open.db, lease('b', later(60)), noon)).toBe(false);
    await releaseLeases(open.db, 'a');
    expect(await holdLease(open.db, lease('b', later(60)), noon)).toBe(true);
  });
});
