import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import type { Check } from './check';
import { readChecks } from './read-checks';

/** The input of the checks. `log` gets the errors of background runs. */
type Looking = Pick<Context, 'db' | 'snapshot' | 'settings' | 'now' | 'log'>;

type Run = {
  readonly revision: number;
  readonly startedAt: Date;
  /** How long the run took. Null until it is over. */
  tookMs: number | null;
  readonly checks: Promise<readonly Check[]>;
};

/** Requests are answered from `done` while `running` checks again. */
type Runs = { done: Run | null; running: Run | null };

/** Findings also depend on the time and on people, which change without a revision. */
const freshMs = 60_000;

/** Where there are very many people, the checks take this part of the time at most. */
const restFactor = 50;

const runsOf = singleton('checks', () => new WeakMap<Database, Runs>());

/**
 * The findings for the present configuration, about a minute old, or older
 * where the checks take long. Usually a background job has already run the
 * checks. Only the first request after a change may have to wait.
 */
export async function currentChecks(looking: Looking): Promise<readonly Check[]> {
  const run = findRun(looking);
  if (run === null) return start(looking).checks;
  if (!isFresh(run, looking.now)) refreshChecks(looking);
  return run.checks;
}

/** Runs the checks again if the configuration changed or the last run is a minute old. No request waits for it. */
export function refreshChecks(looking: Looking): void {
  const { running, done } = runs(looking.db);
  const last = running ?? done;
  if (last !== null && last.revision === looking.snapshot.revision && isFresh(last, looking.now)) return;
  start(looking).checks.catch((error) => looking.log.error({ err: error }, 'the checks failed'));
}

function findRun({ db, snapshot: { revision } }: Looking): Run | null {
  const { done, running } = runs(db);
  if (done?.revision === revision) return done;
  return running?.revision === revision ? running : null;
}

function start(looking: Looking): Run {
  const { db, snapshot, settings, now } = looking;
  const own = runs(db);
  const run: Run = {
    revision: snapshot.revision,
    startedAt: now,
    tookMs: null,
    checks: readChecks({ db, snapshot, settings, now }),
  };
  own.running = run;
  const began = performance.now();
  run.checks.then(
    () => {
      run.tookMs = performance.now() - began;
      if (own.running === run) Object.assign(own, { done: run, running: null });
    },
    () => {
      if (own.running === run) own.running = null;
    },
  );
  return run;
}

function runs(db: Database): Runs {
  const known = runsOf.get(db) ?? { done: null, running: null };
  runsOf.set(db, known);
  return known;
}

function isFresh({ startedAt, tookMs }: Run, now: Date): boolean {
  return Math.abs(now.getTime() - startedAt.getTime()) < Math.max(freshMs, (tookMs ?? 0) * restFactor);
}
