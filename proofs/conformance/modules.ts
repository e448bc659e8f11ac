import { type NamedTest, namedTests } from '../../lib/testing/named-tests';
import type { Check } from '../attacks/checks';

/** A module of the conformance suite, with the tests that state the same requirements. */
export type Module = { readonly plan: string; readonly name: string; readonly tests: readonly NamedTest[] };

/** The modules of docs/conformance.md, in its order. */
export function readModules(page: string): readonly Module[] {
  return page.split('\n## ').flatMap((section) => {
    const [plan = '', ...lines] = section.split('\n');
    return lines
      .filter((line) => line.startsWith('| `'))
      .map((line) => ({ plan, name: line.split('`')[1] ?? '', tests: namedTests(line) }))
      .filter(({ tests }) => tests.length > 0);
  });
}

/** Files of named tests that do the work of a job themselves, which a server process would do before them. */
export const inProcess: ReadonlySet<string> = new Set([
  'lib/protocol/back-channel/deliver-notices.test.ts',
  'lib/protocol/client-logos/refresh-logos.test.ts',
]);

/** A pattern for the names of a test. The page has the name of a table test with its placeholders. */
export function patternOf(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sdijo]/g, '.*');
}

/** The module with its checks against the build and those that sent it nothing. */
export type ShownModule = Module & {
  readonly build: readonly Check[];
  readonly alone: readonly Check[];
  /** The tests of the page that did not run. */
  readonly missing: readonly NamedTest[];
};

/** Assigns the checks to the modules that name them. */
export function joinModules(modules: readonly Module[], checks: readonly Check[]): readonly ShownModule[] {
  return modules.map((module) => {
    const found = module.tests.map(({ file, name }) => {
      const pattern = new RegExp(patternOf(name));
      return checks.filter((check) => check.file === file && pattern.test(check.name));
    });
    const own = [...new Set(found.flat())];
    return {
      ...module,
      build: own.filter(({ where }) => where === 'production build'),
      alone: own.filter(({ where }) => where === 'unit'),
      missing: module.tests.filter((_, index) => found[index]?.length === 0),
    };
  });
}

/** Whether everything that the page names for the module ran and passed. */
export function hasPassed({ build, alone, missing }: ShownModule): boolean {
  return missing.length === 0 && [...build, ...alone].every(({ passed }) => passed);
}
