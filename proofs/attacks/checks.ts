import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

/** A test that cites at least one row in its name. */
export type Check = {
  readonly where: 'production build' | 'unit';
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  /** The number of attempts, if the test notes it. */
  readonly tried?: string | undefined;
};

/** The note of a test about the requests that it sent to one address. */
export type Sent = z.infer<typeof sentSchema>;

const sentSchema = z.object({
  to: z.string(),
  requests: z.number(),
  statuses: z.record(z.string(), z.number()),
  slowestMs: z.number(),
});

const browserTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
});
const spec = z.object({ title: z.string(), file: z.string(), tests: z.array(browserTest) });
const suite = z.object({
  title: z.string(),
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional();
  },
});
const browserReport = z.object({ suites: z.array(suite), errors: z.array(z.object({ message: z.string() })) });

/** Reads Playwright's JSON report. `errors` are the errors outside of tests. */
export function readBrowserReport(path: string): { checks: Check[]; sent: Sent[]; errors: string[] } {
  const report = browserReport.parse(JSON.parse(readFileSync(path, 'utf8')));
  const tests = report.suites.flatMap((outermost) => testsIn(outermost, []));
  return {
    checks: tests.map(({ file, name, status, annotations }) => ({
      where: 'production build',
      file,
      name,
      passed: status === 'expected',
      tried: annotations.find(({ type }) => type === 'tried')?.description,
    })),
    sent: tests.flatMap(({ annotations }) =>
      annotations
        .filter(({ type }) => type === 'sent')
        .map(({ description }) => sentSchema.parse(JSON.parse(description ?? ''))),
    ),
    errors: report.errors.map(({ message }) => message),
  };
}

type TestOfReport = z.infer<typeof browserTest> & { readonly file: string; readonly name: string };

function testsIn({ specs, suites = [] }: z.infer<typeof suite>, titles: readonly string[]): TestOfReport[] {
  return [
    ...suites.flatMap((inner) => testsIn(inner, [...titles, inner.title])),
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map((test) => ({ ...test, file, name: [...titles, title].join(' > ') })),
    ),
  ];
}

const unitReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), meta: z.object({ sent: z.number().optional() }) }),
      ),
    }),
  ),
});

/**
 * Reads Vitest's JSON report. Tests that were skipped by name do not count as checks, and neither do served tests that
 * sent nothing to a server.
 */
export function readUnitReport(path: string, how: 'served' | 'unit'): { checks: Check[]; errors: string[] } {
  const { testResults } = unitReport.parse(JSON.parse(readFileSync(path, 'utf8')));
  const checks = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status, meta }) => status === 'failed' || (status === 'passed' && (how === 'unit' || meta.sent)))
      .map(
        ({ fullName: name, status }): Check => ({
          where: how === 'unit' ? 'unit' : 'production build',
          file: relative(process.cwd(), file),
          name,
          passed: status === 'passed',
        }),
      ),
  );
  // A file that cannot be read, or whose hook fails, fails without a failed test, because its tests are skipped.
  const errors = testResults
    .filter(({ status, assertionResults: own }) => status === 'failed' && own.every((test) => test.status !== 'failed'))
    .map(({ name, message }) => `${relative(process.cwd(), name)}: ${message || 'a hook failed'}`);
  return { checks, errors };
}
