import type { Page } from 'playwright/test';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { type Application, startApplication } from './application';
import { password } from './fixtures';
import { expect, test } from './test';

const clientSecret = 'secret-of-the-express-applications';

/** Each library is configured as in its documentation. `callback` is its redirect path. */
const libraries = [
  { name: 'express-openid-connect', program: 'express-openid-connect', clientId: 'express', callback: '/callback' },
  {
    name: 'express-openid-connect with the code flow',
    program: 'express-openid-connect',
    clientId: 'express-code',
    callback: '/callback',
  },
  { name: 'passport-openidconnect', program: 'passport-openidconnect', clientId: 'passport', callback: '/cb' },
  {
    name: 'Auth.js 5 (@auth/express)',
    program: 'auth-express',
    clientId: 'auth-js-5',
    callback: '/auth/callback/signet',
  },
] as const;

let server: RunningServer;
/** The port of the application of each library, in their order. */
let ports: number[];

test.beforeAll(async () => {
  ports = await Promise.all(libraries.map(freePort));
  server = await startServer({ configuration: configuration(ports) });
});
test.afterAll(() => server.stop());

for (const [index, library] of libraries.entries()) {
  test.describe(library.name, () => {
    let application: Application;

    test.beforeAll(async () => {
      const port = ports[index] ?? 0;
      application = await startApplication({
        list: [`e2e/express/${library.program}.mjs`],
        port,
        settings: {
          PORT: String(port),
          BASE_URL: `http://localhost:${port}`,
          ISSUER: server.issuer,
          ISSUER_BASE_URL: server.issuer,
          ...(library.clientId === 'express' ? {} : { CLIENT_SECRET: clientSecret }),
        },
      });
    });
    test.afterAll(() => application.stop());

    test('signs a person in and shows their name and email address', async ({ page }) => {
      await signIn(page, application);
      await expect(page).toHaveURL(`${application.origin}/`);
      await expect(page.locator('#name')).toHaveText('Alice Smith');
      await expect(page.locator('#email')).toHaveText('alice@example.com');
    });

    test('returns a person who cancels to the application without a sign-in', async ({ page }) => {
      await start(page, application);
      await page.locator('button[value=cancel]').click();
      await page.waitForURL((url) => url.origin === application.origin);
      await page.goto(application.origin);
      await expect(page.locator('#name')).toHaveCount(0);
    });

    if (library.program === 'auth-express') return;
    test('signs out at the provider as well (RP-Initiated Logout §2)', async ({ page }) => {
      await signIn(page, application);
      await page.getByRole('link', { name: 'Sign out' }).click();
      await expect(page.locator('main')).toHaveAttribute('data-page', 'login');
    });
  });
}

/** Goes from the application to the sign-in page. Auth.js shows its own page first. */
async function start(page: Page, { origin }: Application): Promise<void> {
  await page.goto(origin);
  const own = page.getByRole('button', { name: 'Sign in with Signet' });
  if (page.url().startsWith(origin)) await own.click();
  await expect(page.locator('main')).toHaveAttribute('data-page', 'login');
}

async function signIn(page: Page, application: Application): Promise<void> {
  await start(page, application);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  const allow = page.locator('button[value=allow]');
  await expect(allow.or(page.locator('#name'))).toBeVisible();
  if (await allow.isVisible()) await allow.click();
  await expect(page.locator('#name')).toBeVisible();
}

function configuration(ports: readonly number[]): object {
  const implicit = { token_endpoint_auth_method: 'none', grant_types: ['implicit'], response_types: ['id_token'] };
  return {
    clients: libraries.map(({ clientId, callback }, index) => ({
      client_id: clientId,
      client_name: 'Express application',
      redirect_uris: [`http://localhost:${ports[index]}${callback}`],
      post_logout_redirect_uris: [`http://localhost:${ports[index]}/`],
      scope: 'openid profile email',
      ...(clientId === 'express' ? implicit : { client_secrets: [{ value: clientSecret }] }),
    })),
    users: [
      {
        username: 'alice',
        password,
        claims: { name: 'Alice Smith', email: 'alice@example.com', email_verified: true },
      },
    ],
  };
}
