import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import type { WorkerFixture } from '../worker-fixture';

const password = 'correct horse battery staple';
const canary = 'canary-secret-that-no-page-may-show';

/** One server of the production build for each worker, with an auditor. */
export const operationsArea: WorkerFixture<RunningServer> = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  async ({}, use) => {
    const server = await startServer({ configuration });
    await use(server);
    await server.stop();
  },
  { scope: 'worker', timeout: 240_000 },
];

/** Opens a page and signs in, first with a wrong password, so that there is a failure to show. */
export async function openArea(page: Page, issuer: string, path: string, username = 'au'): Promise<void> {
  await page.goto(`${issuer}${path}`);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill('wrong');
  await page.locator('button[value=sign_in]').click();
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await page.waitForURL(`${issuer}${path}`);
}

const configuration = {
  scopes: [{ name: 'unused', type: 'resource' }],
  clients: [
    {
      client_id: 'shop',
      client_name: 'Lantern Books',
      client_secrets: [{ value: canary }],
      redirect_uris: ['https://shop.example/callback'],
      scope: 'openid',
      require_pkce: false,
    },
  ],
  users: [
    { username: 'au', password, admin: 'auditor' },
    { username: 'bo', password, admin: 'editor' },
  ],
};
