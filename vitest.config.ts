import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { sparedSuites } from './lib/testing/plans/spared-suites.mjs';
import { listTestsWithoutDatabase } from './lib/testing/tests-without-database.mjs';

/** How long a test or a hook may take. The proofs start a process of the build for each file, and allow more. */
const patienceMs = Number(process.env.TEST_PATIENCE_MS ?? 60_000);

/** Each test runs on SQLite, and those that open a database on PostgreSQL too: `npx vitest run --project sqlite lib/db`. */
const dialects = ['sqlite', 'postgresql'];

/** `npm test -- all` runs every suite that opens a database on both. */
const sparedOnPostgres = process.env.SIGNET_TEST_ALL === '1' ? [] : sparedSuites;

/** Their subject is a connection to PostgreSQL. */
const onlyOnPostgres = ['lib/db/postgres-{adapter,messages,plans,pooler}.test.ts'];

export default defineConfig({
  resolve: {
    // `server-only` throws outside Next's server bundle.
    alias: { 'server-only': fileURLToPath(new URL('lib/testing/empty.ts', import.meta.url)) },
  },
  test: {
    pool: 'forks',
    // The run on PostgreSQL does not transform the files again.
    experimental: { fsModuleCache: true },
    // A module is read once in a worker, not once for each file: most of the time went there. No test mocks a module,
    // and what a process keeps is in one place, which lib/testing/setup-process.ts empties.
    isolate: false,
    // A test that passes the second time is listed as flaky at the end of `npm test`.
    retry: process.env.CI ? 1 : 0,
    // At the end the plan of every statement is looked at (lib/testing/plans).
    teardownTimeout: 60_000,
    maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
    projects: dialects.map((name) => ({
      extends: true,
      test: {
        name,
        include: ['{app,components,deploy,lib,proofs}/**/*.test.{ts,tsx}', '*.test.ts'],
        exclude: [
          ...configDefaults.exclude,
          ...(name === 'postgresql' ? [...listTestsWithoutDatabase(), ...sparedOnPostgres] : onlyOnPostgres),
        ],
        globalSetup: ['lib/testing/setup-database.ts'],
        setupFiles: ['lib/testing/setup-process.ts', 'lib/testing/setup-console.ts'],
        testTimeout: patienceMs,
        hookTimeout: patienceMs,
      },
    })),
  },
});
