import type { Page } from 'playwright/test';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import type { Application } from './application';
import { buildApplication, serveApplication } from './auth-js/serve';
import { password } from './fixtures';
import { expect, test } from './test';

const clientSecret = 'secret-of-the-next-application';

test.describe('Auth.js in a Next application', () => {
  // One after the other, on one build.
  test.describe.configure({ mode: 'serial' });
  let server: RunningServer;
  let application: Application;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    const port = await freePort();
    await buildApplication();
    server = await startServer({ configuration: configuration(`http://localhost:${port}`) });
    application = await serveApplication(port, { issuer: server.issuer, clientSecret });
  });
  test.afterAll(async () => {
    await application.stop();
    await server.stop();
  });

  /** From the application's page through the sign-in page of Auth.js to Signet, or back at once. */
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

  // A person for each, because Signet remembers what a person allowed.
  for (const [name, javaScriptEnabled] of [
    ['alice', true],
    ['bob', false],
  ] as const) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled });

      test('sign-in with PKCE and state, single sign-on, and both ways to sign out', async ({ page }) => {
        await start(page);
        await expect(page.locator('main')).toHaveAttribute('data-page', 'login');
        await page.locator('input[name=username]').fill(name);
        await page.locator('input[name=password]').fill(password);
        await page.locator('button[value=sign_in]').click();
        await page.locator('button[value=allow]').click();
        await expectPerson(page, name);

        // Auth.js ends its own session only, so the next sign-in asks nothing.
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

      test('a person who says no comes back to the application with its error page', async ({ page }) => {
        await start(page);
        await page.locator('button[value=cancel]').click();
        await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=/);
        await expect(page.getByRole('button', { name: 'Sign in with Signet' })).toBeVisible();
      });
    });
  }
});

function configuration(origin: string): object {
  return {
    clients: [
      {
        client_id: 'next-application',
        client_name: 'Next application',
        client_secrets: [{ value: clientSecret }],
        redirect_uris: [`${origin}/api/auth/callback/signet`],
        post_logout_redirect_uris: [`${origin}/`],
        scope: 'openid profile email',
      },
    ],
    users: ['alice', 'bob'].map((name) => ({
      username: name,
      password,
      claims: { name: `${name} Smith`, email: `${name}@example.com`, email_verified: true },
    })),
  };
}
