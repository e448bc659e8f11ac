import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { mergeConfig } from 'vitest/config';
import config from '../../../vitest.config';
import { findMutants } from './find-mutants';
import { insertMutants } from './insert-mutants';
import type { Plan } from './mutant-runner';

const { sources }: Plan = JSON.parse(readFileSync(join(process.env.SIGNET_TEST_MUTANTS ?? '', 'plan.json'), 'utf8'));

/** Runs the unchanged tests on sources with mutants. */
const mutants: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(source, id) {
    const file = relative(process.cwd(), id.split('?')[0] ?? id);
    return sources.includes(file) ? { code: insertMutants(source, findMutants(file, source)), map: null } : null;
  },
};

const root = process.cwd();
export default mergeConfig(config, {
  root,
  plugins: [mutants],
  test: { runner: 'lib/testing/mutants/mutant-runner.ts', testTimeout: 60_000, hookTimeout: 60_000 },
});
