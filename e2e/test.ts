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
 * The test of every file with a browser. A worker starts a server when a test first asks for it. Tests with other
 * worker fixtures would make Playwright end the worker with its servers and start another one.
 */
export const test = base.extend<ClientFixtures, WorkerFixtures>({
  ...signInFixtures,
  area,
  operationsArea,
  parties: federationParties,
});

export { expect } from 'playwright/test';
