import { defineConfig } from 'playwright/test';
import shared from '../../playwright.config';

export default defineConfig({
  ...shared,
  testDir: '../..',
  outputDir: '../../test-results/races',
  reporter: [['list'], ['json']],
  retries: 0,
  // Rounds have no time limit of their own, and a start with a database waits for both processes.
  timeout: 1_800_000,
  // Each worker would start its own two servers, and the processors are needed for the races.
  workers: 1,
  projects: [{ name: 'races', testMatch: ['e2e/processes/races.spec.ts', 'proofs/races/*.spec.ts'] }],
});
