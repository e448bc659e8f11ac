import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { lookAt } from './accessible';
import { password } from './fixtures';
import { codeIn, linkIn, readMail, readMailOfKind } from './read-mail';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      portal: { email_code: 'on' },
      users: ['alice', 'bob'].map((username) => ({
        username,
        password,
        claims: { name: `${username} Example`, email: `${username}@example.com`, email_verified: true },
      })),
    },
  });
});
test.afterAll(() => server.stop());

async function press(page: Page, button: string, next: string) {
  await page.locator(`button[value=${button}]`).click();
  await expect(page.locator(`main[data-page=${next}]`)).toBeVisible();
}

test('an address is changed by a link to the new one, and restored by a link to the former one', async ({ page }) => {
  await page.goto(`${server.issuer}/account/email`);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await press(page, 'sign_in', 'account-email');
  await page.locator('input[name=email]').fill('new@example.com');
  await press(page, 'save', 'account-email');
  await expect(page.locator('main')).toContainText('new@example.com');

  const verify = linkIn(await readMail(server, 'new@example.com', 'Verify your email'));
  await page.goto(verify);
  await lookAt(page, 'verify-email');
  await page.goto(verify);
  await expect(page.locator('main[data-page=verify-email]')).toContainText('new@example.com');
  await press(page, 'continue', 'verify-done');
  expect(page.url()).not.toContain('token=');
  await page.goto(verify);
  await expect(page.locator('main[data-page=verify-invalid]')).toBeVisible();
  expect(await readMail(server, 'new@example.com', 'Your email was changed')).not.toContain('/undo?');

  const undo = linkIn(await readMail(server, 'alice@example.com', 'Your email was changed'));
  await page.goto(undo);
  await lookAt(page, 'undo-email');
  await page.goto(undo);
  await expect(page.locator('main[data-page=undo-email]')).toContainText('alice@example.com');
  await press(page, 'continue', 'undo-done');
  await expect(page.locator('main')).toContainText('We emailed you a link to set a new password.');
  await page.goto(undo);
  await expect(page.locator('main[data-page=undo-invalid]')).toBeVisible();
  await page.goto(linkIn(await readMail(server, 'alice@example.com', 'Set a new password')));
  await expect(page.locator('main[data-page=recover-reset]')).toContainText('alice');
  // The earlier sessions have ended.
  await page.goto(`${server.issuer}/account/email`);
  await expect(page.locator('main[data-page=login]')).toBeVisible();
});

test('a mailed code signs in', async ({ page }) => {
  await page.goto(`${server.issuer}/account`);
  await page.locator('input[name=username]').fill('bob@example.com');
  await press(page, 'email_code', 'email-code');
  await lookAt(page, 'email-code');
  await press(page, 'continue', 'email-code');
  await expect(page.locator('[role=alert]').first()).toContainText('Enter the code');
  await page.locator('input[name=code]').fill(codeIn(await readMailOfKind(server, 'bob@example.com', 'email_code')));
  await page.keyboard.press('Enter');
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();
});
