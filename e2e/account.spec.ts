import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { lookAt } from './accessible';
import { password } from './fixtures';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      portal: { account_deletion: 'on' },
      users: ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'].map((username) => ({
        username,
        password,
        claims: { name: `${username} Example`, email: `${username}@example.com`, email_verified: true },
      })),
    },
  });
});
test.afterAll(() => server.stop());

/** Opens a page of the account, and signs in if asked. */
async function open(page: Page, path: string, username = 'alice') {
  await page.goto(server.issuer + path);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page).toHaveURL(server.issuer + path);
}

test('the account opens after sign-in and shows the person and the navigation', async ({ page }) => {
  await open(page, '/account');
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();
  await expect(page.locator('header')).toContainText('alice Example');
  const links = await page.getByRole('navigation').getByRole('link').allTextContents();
  expect(links).toEqual(['Home', 'Personal info', 'Security', 'Devices and sessions', 'Connected apps']);
});

test('a saved name shows a banner with the focus, a refused name an error at its field', async ({ page }) => {
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

test('the next page is in the language that was chosen', async ({ page }) => {
  await open(page, '/account/language', 'carol');
  await page.locator('select[name=locale][id=profile-locale]').selectOption('de');
  await page.locator('select[name=zoneinfo]').selectOption('Europe/Berlin');
  await page.locator('button[value=save]').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('[data-done]')).toBeFocused();
});

test('a picture is shown on the account and at a public address', async ({ page, request }) => {
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

/** A second browser in which the same person is signed in. */
async function openElsewhere(page: Page, username: string) {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error('there is no browser');
  const other = await context.newPage();
  await open(other, '/account', username);
  return other;
}

test('a new device is announced; one device is signed out at once, all others after a question', async ({ page }) => {
  await open(page, '/account', 'erin');
  const other = await openElsewhere(page, 'erin');
  await page.goto(`${server.issuer}/account`);
  await expect(page.locator('[data-notice]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.locator('[data-notice]')).toHaveCount(0);
  await page.goto(`${server.issuer}/account/devices`);
  await expect(page.locator('[data-session]')).toHaveCount(2);
  await page.locator('button[value=end]').click();
  await expect(page.locator('[data-session]')).toHaveCount(1);
  await other.goto(`${server.issuer}/account`);
  await expect(other.locator('main[data-page=login]')).toBeVisible();
  const third = await openElsewhere(page, 'erin');
  await page.goto(`${server.issuer}/account/devices`);
  await page.locator('button[value=end_others]').click();
  await expect(page.locator('main[data-page=account-confirm]')).toBeVisible();
  await page.locator('button[value=end_others]').click();
  await expect(page.locator('[data-done]')).toBeFocused();
  await third.goto(`${server.issuer}/account`);
  await expect(third.locator('main[data-page=login]')).toBeVisible();
  await other.context().close();
  await third.context().close();
});

test('/.well-known/change-password leads to the form for a new password', async ({ page }) => {
  await open(page, '/account', 'frank');
  await page.goto(`${server.issuer}/.well-known/change-password`);
  await expect(page.locator('main[data-page=account-password]')).toBeVisible();
  await page.locator('input[name=new_password]').fill('short');
  await page.locator('button[value=save]').click();
  await expect(page.locator('#new-password')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('input[name=new_password]').fill('a wholly different secret');
  await page.locator('button[value=save]').click();
  await expect(page).toHaveURL(/\/account\/security/);
  await page.context().clearCookies();
  await page.goto(`${server.issuer}/account`);
  await page.locator('input[name=username]').fill('frank');
  await page.locator('input[name=password]').fill('a wholly different secret');
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();
});

test('“This wasn’t me” ends every session', async ({ page }) => {
  await open(page, '/account/activity', 'grace');
  await expect(page.locator('main')).toContainText('Signed in');
  await page.locator('button[value=not_me]').first().click();
  await expect(page.locator('main[data-page=account-confirm]')).toBeVisible();
  await page.locator('button[value=not_me]').click();
  await lookAt(page, 'account-ended');
  await page.goto(`${server.issuer}/account`);
  await expect(page.locator('main[data-page=login]')).toBeVisible();
});

test('an account is deleted only after its username was typed', async ({ page }) => {
  await open(page, '/account/profile', 'heidi');
  await page.getByRole('link', { name: 'Delete your account' }).click();
  await page.locator('input[name=username]').fill('somebody');
  await page.locator('button[value=delete]').click();
  await expect(page.locator('[data-problem]')).toBeFocused();
  await page.locator('input[name=username]').fill('heidi');
  await page.locator('button[value=delete]').click();
  await lookAt(page, 'account-deleted');
});
