import { expect, it } from 'vitest';
import { hasPassed, joinModules, patternOf, readModules } from './modules';

const page = [
  '# Conformance',
  '## Basic',
  '| Module | Plans | Result | Test |',
  '| `oidcc-server` | B | passes | `lib/a.test.ts` “oidcc-server: works”, `e2e/b.spec.ts` “in a browser” |',
  '| `oidcc-signed` | B | skipped by the suite | |',
  '## FAPI 2.0',
  '| `HappyFlow` | S M | passes | `lib/c.test.ts` “as a client of %s with %i (§1)” |',
].join('\n');
const modules = readModules(page);
const check = (file: string, name: string, passed = true, where: 'production build' | 'unit' = 'production build') => ({
  ...{ where, file, name, passed },
});

it('reads the modules of each plan with the tests that are named for them', () => {
  expect(modules.map(({ plan, name, tests }) => [plan, name, tests.length])).toEqual([
    ['Basic', 'oidcc-server', 2],
    ['FAPI 2.0', 'HappyFlow', 1],
  ]);
});

it('finds a table test by its name with placeholders, and takes nothing else for it', () => {
  const pattern = new RegExp(patternOf('as a client of %s with %i (§1)'));
  expect(pattern.test('flow as a client of fapi2 with 5 (§1)')).toBe(true);
  expect(pattern.test('flow as a client of fapi2 with 5 §1')).toBe(false);
});

it.each([
  [
    'that all passed, passes',
    [check('lib/a.test.ts', 'x oidcc-server: works'), check('e2e/b.spec.ts', 'in a browser')],
    true,
  ],
  [
    'of which one failed, fails',
    [check('lib/a.test.ts', 'oidcc-server: works', false), check('e2e/b.spec.ts', 'in a browser')],
    false,
  ],
  ['of which one did not run, fails', [check('lib/a.test.ts', 'oidcc-server: works')], false],
  [
    'of which one ran in another file, fails',
    [check('lib/a.test.ts', 'oidcc-server: works'), check('lib/b.ts', 'in a browser')],
    false,
  ],
])('a module with tests %s', (_, checks, passes) => {
  const [shown] = joinModules(modules, checks);
  expect(shown && hasPassed(shown)).toBe(passes);
});

it('tells checks against the build from those that sent it nothing', () => {
  const checks = [check('lib/a.test.ts', 'oidcc-server: works'), check('e2e/b.spec.ts', 'in a browser', true, 'unit')];
  const [shown] = joinModules(modules, checks);
  expect([shown?.build.length, shown?.alone.length]).toEqual([1, 1]);
});
