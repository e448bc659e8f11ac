import type { Context } from '#lib/context';
import { sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import type { Check, CheckRule } from './check';
import { type Dismissal, listDismissals } from './dismissal-store';
import { readChecks } from './read';

/** The present findings, split into open and dismissed ones. A dismissal counts immediately. */
export async function splitChecks(looking: Looking): Promise<SplitChecks> {
  return splitDismissed(await currentChecks(looking), await listDismissals(looking.db, looking.now));
}

/** The present findings that are not dismissed. */
export async function openChecks(looking: Looking): Promise<readonly Check[]> {
  return (await splitChecks(looking)).open;
}

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

/** Runs the checks now, because people may have changed since the last time. */
export async function runChecks(looking: Looking): Promise<void> {
  await start(looking).checks;
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

/** A dismissed finding, with its dismissal. */
export type DismissedCheck = { readonly check: Check; readonly dismissal: Dismissal };

type SplitChecks = { readonly open: readonly Check[]; readonly dismissed: readonly DismissedCheck[] };

/** The detail of these rules is a number of people, which changes from day to day. */
const counting: ReadonlySet<CheckRule> = new Set(['second_factor_missing', 'verified_address_missing']);

/** The key by which a finding is dismissed: the rule, the object and the detail. */
export function keyOfCheck({ rule, object: { kind, id }, detail }: Check): string {
  return sha256(JSON.stringify([rule, kind, id, counting.has(rule) ? null : detail]));
}

/** Splits findings into open and dismissed ones. */
export function splitDismissed(checks: readonly Check[], dismissals: readonly Dismissal[]): SplitChecks {
  if (dismissals.length === 0) return { open: checks, dismissed: [] };
  const byKey = new Map(dismissals.map((dismissal) => [dismissal.id, dismissal]));
  const found = checks.map((check) => ({ check, dismissal: byKey.get(keyOfCheck(check)) }));
  return {
    open: found.flatMap(({ check, dismissal }) => (dismissal === undefined ? [check] : [])),
    dismissed: found.flatMap(({ check, dismissal }) => (dismissal === undefined ? [] : [{ check, dismissal }])),
  };
}
