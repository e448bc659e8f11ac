import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest';
import { hashName } from './hash-name';

/** What one pass does, written by `run.mjs` to `plan.json` in the folder `SIGNET_TEST_MUTANTS`. */
export type Plan =
  | { readonly mode: 'cover' }
  /** Mutants by test; a test without an entry is skipped. */
  | { readonly mode: 'try'; readonly mutants: Readonly<Record<string, readonly string[]>> }
  /** One mutant from the first line on, for tests that cannot be repeated. */
  | { readonly mode: 'alone'; readonly mutant: string; readonly tests: readonly string[] };

const folder = process.env.SIGNET_TEST_MUTANTS ?? '';
const plan: Plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));

let active: string | null = plan.mode === 'alone' ? plan.mutant : null;
let covered = new Set<string>();

Reflect.set(globalThis, '__isMutant', (id: string) => {
  if (plan.mode === 'cover') covered.add(id);
  return id === active;
});

/**
 * Runs a test once as it is, once with each of its mutants and once more as it is. A mutant under which the test fails is
 * killed; when the test fails without one, its mutants spoiled what it stands on and it says nothing about them.
 */
export default class MutantRunner extends TestRunner {
  private failed: string[] = [];
  private spoiled = false;
  private tries = 0;

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask?.(test);
    covered = new Set();
    this.failed = [];
    this.spoiled = false;
    this.tries = 0;
    if (test.type !== 'test' || test.mode !== 'run') return;
    if (plan.mode === 'try') {
      const { length } = plan.mutants[keyOf(test)] ?? [];
      if (length === 0) test.mode = 'skip';
      else test.repeats = length + 1;
    }
    if (plan.mode === 'alone' && !plan.tests.includes(keyOf(test))) test.mode = 'skip';
  }

  override onBeforeTryTask(test: RunnerTask): void {
    super.onBeforeTryTask(test);
    this.tries += 1;
    if (plan.mode === 'try') active = plan.mutants[keyOf(test)]?.[this.tries - 2] ?? null;
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.spoiled || (active !== null && existsSync(join(folder, hashName(active))))) return;
    await TestRunner.getTestFn(test)?.();
  }

  /** After each try, failed or not. */
  onAfterRetryTask(test: RunnerTestCase): void {
    if (plan.mode !== 'try' || test.result?.state !== 'fail') return;
    if (active === null) this.spoiled = true;
    else this.failed.push(active);
    test.result.state = 'run';
    delete test.result.errors;
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    if (test.type !== 'test') return;
    const line = (value: object) => appendFileSync(join(folder, 'results.jsonl'), `${JSON.stringify(value)}\n`);
    if (plan.mode === 'cover' && test.result?.state === 'pass' && covered.size > 0) {
      line({ test: keyOf(test), covered: [...covered], seconds: (test.result.duration ?? 0) / 1000 });
    }
    if (plan.mode === 'alone' && test.result?.state === 'fail') line({ test: keyOf(test), killed: [plan.mutant] });
    if (plan.mode !== 'try') return;
    active = null;
    line(this.spoiled ? { test: keyOf(test), unsure: this.failed } : { test: keyOf(test), killed: this.failed });
    if (!this.spoiled) for (const id of this.failed) writeFileSync(join(folder, hashName(id)), id);
    if (test.result) test.result.state = 'pass';
  }
}

/** File and full name: tests of one name in one file share their mutants. */
function keyOf(test: RunnerTask): string {
  return `${test.file.name} > ${test.fullTestName}`;
}
