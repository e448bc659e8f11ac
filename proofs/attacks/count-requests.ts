import { relative } from 'node:path';
import { afterEach, beforeEach, type RunnerTask } from 'vitest';
import { countSentRequests } from '#lib/testing/serve-build';
import { fullQueue, served } from './served';

/**
 * Vitest's setup for each file. It skips tests that only work inside the process, and notes how many requests a test
 * sent to a production build.
 */
let before = 0;

beforeEach(({ task, skip }) => {
  const file = relative(process.cwd(), task.file.filepath);
  const except = served.find((one) => one.file === file)?.except ?? [];
  const names = namesOf(task);
  if ([fullQueue, ...except].some((words) => names.some((name) => name.includes(words)))) skip();
  before = countSentRequests();
});
afterEach(({ task }) => {
  Object.assign(task.meta, { sent: countSentRequests() - before });
});

/** The names of a test and of its suites. */
function namesOf({ name, suite }: Pick<RunnerTask, 'name' | 'suite'>): readonly string[] {
  return suite === undefined ? [name] : [...namesOf(suite), name];
}
