import { defineConfig } from 'playwright/test';
import shared from '../../playwright.config';

const { ATTACKED_ROWS: rows = '' } = process.env;
/** Tests that cite a requested row, or any row if none was requested. */
const cited = new RegExp(String.raw`[Ss]ecurity #[^)]*?\b(?:${rows === '' ? String.raw`\d+` : rows})\b`);

export default defineConfig({
  ...shared,
  testDir: '../..',
  outputDir: '../../test-results/attacks',
  reporter: [['list'], ['json']],
  retries: 0,
  // On a machine with other work, starting the servers of a file alone takes minutes.
  timeout: 600_000,
  // The tests of a file with several processes depend on each other, so such a file runs as a whole.
  projects: [
    { name: 'attacks', testMatch: 'proofs/attacks/*.spec.ts', grep: cited },
    { name: 'processes', testMatch: 'e2e/processes/*.spec.ts' },
    { name: 'browser', testMatch: 'e2e/**/*.spec.ts', testIgnore: 'e2e/processes/**', grep: cited },
  ],
});
