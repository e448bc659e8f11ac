import { test as base } from 'playwright/test';
import type { RunningServer } from '#lib/testing/running-server';
import { area } from './admin/area';
import { operationsArea } from './admin/operations-area';
import { type FederationParties, federationParties } from './federation-parties';
import { type ClientFixtures, type SignInFixtures, signInFixtures } from './fixtures';

type WorkerFixtures = SignInFixtures & {
  readonly area: RunningServer;
  readonly operationsArea: RunningServer;
  readonly parties: FederationParties;
};

/**
 * The `test` of every file that uses a browser. A worker starts a server when a test first asks for it. If files had
 * different worker fixtures, Playwright would start a new worker, and new servers, for each set.
 */
export const test = base.extend<ClientFixtures, WorkerFixtures>({
  ...signInFixtures,
  area,
  operationsArea,
  parties: federationParties,
});

export { expect } from 'playwright/test';
