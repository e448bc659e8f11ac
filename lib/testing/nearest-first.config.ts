import { relative } from 'node:path';
import { mergeConfig } from 'vitest/config';
import type { Reporter, TestSpecification, Vitest } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import config from '../../vitest.config';
import reportUnitTests from './vitest-report.mjs';

/** Runs the test files in the order in which they were named. */
class NamedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => process.argv.indexOf(relative(process.cwd(), moduleId));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

/** Starts no further test after `SIGNET_TEST_SECONDS`. */
const timeLimit: Reporter = {
  onInit(vitest: Vitest) {
    const seconds = Number(process.env.SIGNET_TEST_SECONDS);
    setTimeout(() => vitest.cancelCurrentRun('keyboard-input'), seconds * 1000).unref();
  },
};

/** The tests that `npm test -- changed` runs: the nearest first, as many as the time allows. */
export default mergeConfig(config, {
  root: process.cwd(),
  test: { sequence: { sequencer: NamedOrder }, reporters: ['dot', reportUnitTests(), timeLimit] },
});
