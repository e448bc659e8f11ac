import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * @typedef {import('./report.mjs').Failure} Failure
 * @typedef {{ passed: number, skipped: Failure[], unfinished: number, failures: Failure[] }} UnitReport
 *   unfinished: the number of files with tests that did not run
 *
 * What is read of Vitest's own types:
 * @typedef {{ message: string, diff?: string | undefined }} TestError
 * @typedef {object} TestCase
 * @property {string} fullName
 * @property {{ moduleId: string }} module
 * @property {() => { state: string, errors?: readonly TestError[] | undefined }} result
 * @property {() => { flaky: boolean } | undefined} diagnostic
 * @typedef {{ fullName: string, module: { moduleId: string }, errors: () => readonly TestError[] }} TestSuite
 * @typedef {object} TestModule
 * @property {string} moduleId
 * @property {() => string} state
 * @property {{ allTests: () => Iterable<TestCase>, allSuites: () => Iterable<TestSuite> }} children
 * @property {() => readonly TestError[]} errors
 */

/** The file with the report of a project's run, for `npm test`. @param {string} project */
export function unitReportOf(project) {
  return `node_modules/.cache/signet/report-${project}.json`;
}

/** Vitest's reporter for `npm test`. It writes a UnitReport for each project that ran. */
export default function reportUnitTests() {
  /** @type {string[]} */
  let projects = [];
  return {
    /** @param {import('vitest/node').Vitest} vitest */
    onInit(vitest) {
      projects = vitest.projects.map(({ name }) => name);
    },
    /** @param {readonly import('vitest/node').TestModule[]} modules @param {readonly TestError[]} unhandled */
    onTestRunEnd(modules, unhandled) {
      for (const project of projects) {
        const file = unitReportOf(project);
        mkdirSync(dirname(file), { recursive: true });
        const own = modules.filter((module) => module.project.name === project);
        writeFileSync(file, JSON.stringify(summarize(own, unhandled)));
      }
    },
  };
}

/**
 * @param {readonly TestModule[]} modules
 * @param {readonly TestError[]} unhandled errors that no test threw
 * @returns {UnitReport}
 */
export function summarize(modules, unhandled) {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const passed = tests.filter((test) => test.result().state === 'passed');
  return {
    passed: passed.length,
    skipped: tests.filter(didNotRun).map((test) => failure('skipped', fileOf(test.module), test.fullName, undefined)),
    unfinished: modules.filter(isUnfinished).length,
    failures: [
      ...tests.flatMap(failuresOfTest),
      ...modules.flatMap(failuresOutsideTests),
      ...unhandled.map((error) => failure('failed', '', 'outside a test', error)),
    ],
  };
}

/** @param {TestCase} test */
function didNotRun(test) {
  return ['skipped', 'pending'].includes(test.result().state);
}

/** @param {TestModule} module */
function isUnfinished(module) {
  return ['skipped', 'pending', 'queued'].includes(module.state()) || [...module.children.allTests()].some(didNotRun);
}

/** @param {TestCase} test @returns {Failure[]} */
function failuresOfTest(test) {
  const { state, errors } = test.result();
  // A test that passed in the end still contains its earlier errors.
  const isFlaky = test.diagnostic()?.flaky === true;
  if (state !== 'failed' && !isFlaky) return [];
  return [failure(isFlaky ? 'flaky' : 'failed', fileOf(test.module), test.fullName, errors?.[0])];
}

/** Files that cannot be loaded, and hooks that throw. @param {TestModule} module @returns {Failure[]} */
function failuresOutsideTests(module) {
  const file = fileOf(module);
  return [
    ...module.errors().map((error) => failure('failed', file, 'the file', error)),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => failure('failed', file, suite.fullName, error)),
    ),
  ];
}

/** @param {{ moduleId: string }} module */
function fileOf({ moduleId }) {
  return relative(process.cwd(), moduleId);
}

/**
 * @param {Failure['state']} state @param {string} file @param {string} test
 * @param {TestError | undefined} error
 * @returns {Failure}
 */
function failure(state, file, test, error) {
  return { state, file, test, error: [error?.message, error?.diff].filter((text) => text !== undefined).join('\n') };
}
