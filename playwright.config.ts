import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { findBrowser } from './lib/testing/browser';

const browser = await findBrowser();
const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/signet/report-e2e.json' }]],
  forbidOnly: true,
  // A test that passes the second time is listed as flaky at the end of `npm test`.
  retries: process.env.CI ? 1 : 0,
  // A test waits for a server, a browser or a clock about a third of the time: three of them keep two cores busy.
  workers: Math.max(1, Math.min(4, Math.ceil(availableParallelism() * 1.5))),
  // For a machine that has other work too: no test says how long something takes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A color on its way from light to dark has any contrast; and whoever asks for no motion gets none (WCAG 2.3.3).
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace films every test for the one that fails: `npm test -- e2e --trace retain-on-failure` asks for it.
    trace: 'off',
    launchOptions: {
      executablePath: browser.executablePath,
      args: [...browser.args],
      env: { ...Object.fromEntries(inherited), ...browser.env },
    },
  },
  // Every interaction is tested with and without JavaScript; what several server processes do needs no browser. That
  // waits the most and has the longest files, so it comes first: at the end there are short ones for each worker.
  projects: [
    { name: 'processes', testDir: 'e2e/processes' },
    { name: 'javascript', testIgnore: 'processes/**' },
    // The accessibility checks, passkeys, the single-page application and session management are scripts themselves; the
    // application of Auth.js is built once and tried both ways by its own file; the other libraries see the same answers
    // either way.
    {
      name: 'no-javascript',
      testIgnore: [
        'processes/**',
        'accessibility*.spec.ts',
        'page-weight.spec.ts',
        'passkeys.spec.ts',
        'single-page.spec.ts',
        'session-management.spec.ts',
        'auth-js.spec.ts',
        'express.spec.ts',
        'programs.spec.ts',
        // It asks both ways itself.
        'access-requests.spec.ts',
        // The administration sends the same page either way (decision 002), and its unit tests post what a form without
        // scripts posts: here clients, users and the operations of a whole list stand for the other pages.
        'admin/{audit,client-logo,frame,history,providers,scopes,tenants,traces}.spec.ts',
        'admin/people/keys.spec.ts',
      ],
      use: { javaScriptEnabled: false },
    },
  ],
});
