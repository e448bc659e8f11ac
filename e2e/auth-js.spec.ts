import { parseEnv } from 'node:util';
import type { Browser, Page } from 'playwright/test';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { openArea, password as rootPassword } from './admin/area';
import type { Application } from './application';
import { clientId } from './auth-js/client-id';
import { buildApplication, serveApplication } from './auth-js/serve';
import { password } from './fixtures';
import { expect, test } from './test';

test.describe('Auth.js in a Next application', () => {
  // The tests run one after another on one build.
  test.describe.configure({ mode: 'serial' });
  let server: RunningServer;
  let application: Application;

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(240_000);
    const port = await freePort();
    await buildApplication();
    server = await startServer({ configuration });
    const environment = await createClient(browser, server.issuer, `http://localhost:${port}`);
    application = await serveApplication(port, { SIGNET_ISSUER: server.issuer, ...environment });
  });
  test.afterAll(async () => {
    await application.stop();
    await server.stop();
  });

  /** Goes from the application through the sign-in page of Auth.js to Signet, which may answer immediately. */
  const start = async (page: Page) => {
    await page.goto(application.origin);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in with Signet' }).click();
  };

  const expectPerson = async (page: Page, name: string) => {
    await expect(page).toHaveURL(`${application.origin}/`);
    await expect(page.locator('#name')).toHaveText(`${name} Smith`);
    await expect(page.locator('#email')).toHaveText(`${name}@example.com`);
  };

  // Each test has its own person, because Signet remembers the consent of a person.
  for (const [name, javaScriptEnabled] of [
    ['alice', true],
    ['bob', false],
  ] as const) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled });

      test('signs in with PKCE and state, has single sign-on and signs out both ways', async ({ page }) => {
        await start(page);
        await expect(page.locator('main')).toHaveAttribute('data-page', 'login');
        await page.locator('input[name=username]').fill(name);
        await page.locator('input[name=password]').fill(password);
        await page.locator('button[value=sign_in]').click();
        await page.locator('button[value=allow]').click();
        await expectPerson(page, name);

        // Auth.js ends only its own session, so the next sign-in asks nothing.
        await page.getByRole('link', { name: 'Sign out here' }).click();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
        await start(page);
        await expectPerson(page, name);

        await page.getByRole('button', { name: 'Sign out everywhere' }).click();
        await expect(page).toHaveURL(`${application.origin}/`);
        await start(page);
        await expect(page.locator('main')).toHaveAttribute('data-page', 'login');
      });

      test('shows its error page to a person who cancels', async ({ page }) => {
        await start(page);
        await page.locator('button[value=cancel]').click();
        await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=/);
        await expect(page.getByRole('button', { name: 'Sign in with Signet' })).toBeVisible();
      });
    });
  }
});

const configuration = {
  users: [
    { username: 'root', password: rootPassword, admin: 'owner' },
    ...['alice', 'bob'].map((name) => ({
      username: name,
      password,
      claims: { name: `${name} Smith`, email: `${name}@example.com`, email_verified: true },
    })),
  ],
};

/**
 * Creates the application's client in the administration.
 * @returns the lines that its page shows for `.env.local`, unchanged
 */
async function createClient(browser: Browser, issuer: string, origin: string): Promise<Record<string, string>> {
  const page = await browser.newPage();
  await openArea(page, issuer, '/admin/clients/new/web');
  await page.locator('[name=client_name]').fill('Next application');
  await page.locator('[name=redirect_uris]').fill(`${origin}/api/auth/callback/signet`);
  await page.getByText('Advanced').click();
  await page.locator('[name=client_id]').fill(clientId);
  await page.locator('[name=post_logout_redirect_uris]').fill(`${origin}/`);
  await page.getByRole('button', { name: 'Create client' }).click();
  const file = await page.getByRole('region', { name: '.env.local' }).textContent();
  await page.close();
  return Object.fromEntries(Object.entries(parseEnv(file ?? '')).map(([name, value]) => [name, value ?? '']));
}
