import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stampedStep } from './stamp.mjs';

let folder: string;
let source: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-stamp-'));
  source = 'first';
});
afterEach(() => rmSync(folder, { recursive: true }));

const result = () => join(folder, 'result');
const stepOf = (make: () => void) =>
  stampedStep({ title: 'Making', stamp: join(folder, 'deep', '.stamp'), inputs: () => source, make });

it('runs once, and again when its inputs have changed', async () => {
  const step = stepOf(() => {});
  expect(step.isNeeded()).toBe(true);
  await step.run();
  expect(step.isNeeded()).toBe(false);
  source = 'second';
  expect(step.isNeeded()).toBe(true);
});

it('runs again when an input changed during the run', async () => {
  const step = stepOf(() => {
    source = 'second';
  });
  await step.run();
  expect(step.isNeeded()).toBe(true);
  await step.run();
  expect(step.isNeeded()).toBe(false);
});

it('runs again after a failure, regardless of earlier results', async () => {
  await stepOf(() => {}).run();
  const failing = stepOf(() => {
    throw new Error('broken');
  });
  await expect(failing.run()).rejects.toThrow('broken');
  expect(failing.isNeeded()).toBe(true);
});

it('does not run if a step that makes more has run', async () => {
  const orStamp = join(folder, 'more', '.stamp');
  const few = stampedStep({ title: 'Few', stamp: join(folder, '.few'), orStamp, inputs: () => source, make: () => {} });
  const more = stampedStep({ title: 'More', stamp: orStamp, inputs: () => source, make: () => {} });
  await few.run();
  expect([few.isNeeded(), more.isNeeded()]).toEqual([false, true]);
  source = 'second';
  await more.run();
  expect([few.isNeeded(), more.isNeeded()]).toEqual([false, false]);
});

it('runs again without its result', async () => {
  const stamp = join(folder, '.stamp');
  const step = stampedStep({ title: 'Making', stamp, results: [result()], inputs: () => source, make: () => {} });
  await step.run();
  expect([existsSync(stamp), step.isNeeded()]).toEqual([true, true]);
});
