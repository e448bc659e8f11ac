import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { password } from './fixtures';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      users: ['alice', 'bob', 'carol', 'dave'].map((username) => ({
        username,
        password,
        claims: { name: `${username} Example`, email: `${username}@example.com`, email_verified: true },
      })),
    },
  });
});
test.afterAll(() => server.stop());

/** Opens a page of the account, and signs in on the way. */
async function open(page: Page, path: string, username = 'alice') {
  await page.goto(server.issuer + path);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page).toHaveURL(server.issuer + path);
}

test('leads through the sign-in to the account, which says who is there and where one can go', async ({ page }) => {
  await open(page, '/account');
  await expect(page.locator('main[data-page=account-profile]')).toBeVisible();
  await expect(page.locator('header')).toContainText('alice Example');
  const links = await page.getByRole('navigation').getByRole('link').allTextContents();
  expect(links).toEqual(['Personal info', 'Security', 'Devices and sessions', 'Connected apps']);
});

test('a saved name is told by a banner that has the focus, a refused one at its field', async ({ page }) => {
  await open(page, '/account/name', 'bob');
  await page.locator('input[name=given_name]').fill('Bob');
  await page.locator('button[value=save]').click();
  await expect(page.locator('main[data-page=account-profile] [data-done]')).toBeFocused();
  await page.goto(`${server.issuer}/account/name`);
  await page.locator('input[name=family_name]').fill('x'.repeat(101));
  await page.locator('button[value=save]').click();
  await expect(page.locator('main[data-page=account-name] [data-problem]')).toBeFocused();
  await expect(page.locator('input[name=family_name]')).toHaveValue('x'.repeat(101));
  await expect(page.locator('input[name=family_name]')).toHaveAttribute('aria-invalid', 'true');
});

test('the chosen language is that of the next page', async ({ page }) => {
  await open(page, '/account/language', 'carol');
  await page.locator('select[name=locale][id=profile-locale]').selectOption('de');
  await page.locator('select[name=zoneinfo]').selectOption('Europe/Berlin');
  await page.locator('button[value=save]').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('[data-done]')).toBeFocused();
});

test('a picture is shown on the account and to everybody who has its address', async ({ page, request }) => {
  await open(page, '/account/picture', 'dave');
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 100 } });
  await page.locator('input[name=picture]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  await page.locator('button[value=save]').click();
  await expect(page.locator('[data-done]')).toBeFocused();
  const address = await page.locator('header img[src^="/branding/~people/"]').getAttribute('src');
  const answer = await request.get(server.issuer + address);
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await request.get(`${server.issuer}/branding/~people/unknown`)).status()).toBe(404);
});
