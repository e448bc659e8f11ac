import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest';
import { hashName } from './hash-name';

/** The plan of a run. `run.mjs` writes it to `plan.json` in the folder `SIGNET_TEST_MUTANTS`. */
export type Plan = {
  /** The files whose sources get their mutants. */
  readonly sources: readonly string[];
  /** The mutants that are tried. */
  readonly mutants: readonly string[];
  /** One mutant that is active from the start, for code that runs when a module is loaded. */
  readonly always: string | null;
  /** The maximum number of tests that try a mutant, in addition to those in its folder. */
  readonly most: number;
  /** The maximum processor time for all mutants that one test tries. */
  readonly seconds: number;
  /** The tests that tried their mutants in earlier runs. */
  readonly done: readonly string[];
};

const folder = process.env.SIGNET_TEST_MUTANTS ?? '';
const plan: Plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));

let active = plan.always;
let reached = new Set<string>();
const done = new Set(plan.done);
const tries = new Map(plan.mutants.map((id) => [id, 0]));

Reflect.set(globalThis, '__isMutant', (id: string) => {
  reached.add(id);
  return id === active;
});

/**
 * Runs a test twice unchanged, and then once with each mutant that it reaches. A mutant under which the test fails is
 * detected only if the test passes without it afterwards. Otherwise an earlier mutant may have broken the state that
 * the test needs.
 *
 * Vitest reads the number of repetitions before the first run, and the number of retries before each repetition. The
 * second repetition is used for the mutants, each in one retry.
 */
export default class MutantRunner extends TestRunner {
  private queue: string[] = [];
  private suspect: string | null = null;
  private isIdle = false;
  private wasPlain = true;
  private plainSeconds = 0;
  private known: readonly string[] = [];

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask?.(test);
    if (test.type !== 'test' || test.mode !== 'run' || plan.always !== null) return;
    test.repeats = 1;
    test.retry = 0;
    this.queue = [];
    this.suspect = null;
    this.isIdle = false;
    this.wasPlain = true;
    active = null;
    reached = new Set();
    this.plainSeconds = cpuSeconds();
  }

  override onBeforeTryTask(test: RunnerTask, attempt?: { repeats: number }): void {
    super.onBeforeTryTask(test);
    this.isIdle = attempt?.repeats === 1 && this.queue.length === 0 && this.suspect === null && active === null;
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (!this.isIdle) await TestRunner.getTestFn(test)?.();
  }

  /** Is called after each attempt, whether it failed or not. */
  onAfterRetryTask(test: RunnerTestCase, { repeats }: { repeats: number }): void {
    if (plan.always !== null || test.result === undefined || test.result.state === 'skip') return;
    const hasFailed = test.result.state === 'fail';
    if (repeats === 0) this.planTries(test, hasFailed);
    else this.judge(test, hasFailed);
    // Vitest retries only a test that did not pass and has an error.
    const goesOn = repeats === 1 && (active !== null || this.suspect !== null);
    test.result.state = goesOn ? 'run' : 'pass';
    test.result.errors = goesOn ? [{ message: 'again' }] : [];
  }

  private planTries(test: RunnerTestCase, hasFailed: boolean): void {
    const known = [...reached].filter((id) => tries.has(id));
    this.known = known;
    if (hasFailed) {
      this.giveUp(test);
      return;
    }
    this.plainSeconds = cpuSeconds() - this.plainSeconds;
    if (done.has(keyOf(test))) return;
    write({ done: keyOf(test) });
    write({ reached: known.filter((id) => tries.get(id) === 0) });
    const room = Math.max(1, Math.floor(plan.seconds / Math.max(this.plainSeconds, 0.001)));
    this.queue = known
      .filter((id) => (distance(id, test) < elsewhere || (tries.get(id) ?? 0) < plan.most) && !isNoticed(id))
      .sort((a, b) => distance(a, test) - distance(b, test) || (tries.get(a) ?? 0) - (tries.get(b) ?? 0))
      .slice(0, room);
    for (const id of this.queue) tries.set(id, (tries.get(id) ?? 0) + 1);
    // Each mutant, and the unchanged test after each failure and before the first mutant.
    if (this.queue.length > 0) test.retry = 2 * this.queue.length + 1;
  }

  private judge(test: RunnerTestCase, hasFailed: boolean): void {
    if (active === null) {
      // The unchanged test.
      if (hasFailed && this.suspect === null) this.giveUp(test);
      if (this.suspect !== null && (!hasFailed || this.wasPlain)) {
        write({ noticed: this.suspect, by: keyOf(test) });
        writeFileSync(join(folder, hashName(this.suspect)), this.suspect);
      }
      this.suspect = null;
      this.wasPlain = true;
      if (hasFailed) this.queue = [];
    } else {
      this.suspect = hasFailed ? active : null;
      if (!hasFailed) this.wasPlain = false;
    }
    active = null;
    if (this.suspect !== null) return;
    this.queue = this.queue.filter((id) => !isNoticed(id));
    active = this.queue.shift() ?? null;
  }

  /** The test fails without a mutant, so what it says about its mutants counts in a run of their own only. */
  private giveUp(test: RunnerTestCase): void {
    write({ unusable: keyOf(test), of: this.known });
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    if (test.type !== 'test') return;
    if (plan.always !== null) {
      if (test.result?.state === 'fail') write({ noticed: plan.always, by: keyOf(test) });
      return;
    }
    active = null;
    if (test.result) test.result.state = 'pass';
  }
}

const elsewhere = 2;

/** The distance of a mutant from a test: in the source of its name, in its folder or the folder of its name, elsewhere. */
function distance(id: string, { file }: RunnerTask): number {
  const source = id.slice(0, id.indexOf(':'));
  if (basename(file.name).startsWith(`${basename(source, '.ts')}.`)) return 0;
  const folder = dirname(source);
  return dirname(file.name) === folder || file.name === `${folder}.test.ts` ? 1 : elsewhere;
}

function isNoticed(id: string): boolean {
  return existsSync(join(folder, hashName(id)));
}

/** Measured in processor time, so that no mutant is skipped on a busy machine. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function write(line: object): void {
  appendFileSync(join(folder, 'results.jsonl'), `${JSON.stringify(line)}\n`);
}

function keyOf(test: RunnerTask): string {
  return `${test.file.name} > ${test.fullTestName}`;
}
