import type { Page } from 'playwright/test';
import { codeIn, linkIn, readMail, readMailOfKind } from './read-mail';
import { expect, test } from './test';

const password = 'violet-otter-harbour-42';
const changed = 'purple otter counts seventeen clocks';

test('a mailed link recovers an account, and the person returns to the application', async ({
  page,
  context,
  relyingParty,
  server,
}) => {
  const username = `forgetful-${test.info().project.name}`;
  const email = `${username}@example.com`;
  await page.goto(`${relyingParty.origin}/sign-in`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_up]').click();
  await page.locator('input[name=code]').fill(codeIn(await readMailOfKind(server, email, 'email_code')));
  await page.locator('button[value=continue]').click();
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
  await context.clearCookies();

  await page.goto(`${relyingParty.origin}/sign-in`);
  await page.locator('input[name=username]').fill('typed before');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.locator('main[data-page=recover]')).toBeVisible();
  const hasScripts = test.info().project.name === 'javascript';
  await expect(page.locator('input[name=identifier]')).toHaveValue(hasScripts ? 'typed before' : '');
  await page.locator('input[name=identifier]').fill('');
  await page.locator('button[value=continue]').click();
  await expect(page.locator('[role=alert]').first()).toContainText('Enter your');
  await ask(page, 'nobody@example.com');
  const told = await page.locator('main').textContent();
  await page.getByRole('link', { name: 'Try another account' }).click();
  await ask(page, email);
  // The same words with and without an account.
  expect(await page.locator('main').textContent()).toBe(told);
  const link = linkIn(await readMail(server, email, 'Set a new password'));
  for (const _ of [1, 2]) {
    await page.goto(link);
    await expect(page.locator('main[data-page=recover-reset]')).toBeVisible();
  }
  await page.locator('input[name=new_password]').fill('short');
  await page.locator('button[value=continue]').click();
  await expect(page.locator('[role=alert]').first()).toContainText('Use at least 15 characters');
  await page.locator('input[name=new_password]').fill(changed);
  await page.keyboard.press('Enter');
  await expect(page.locator('main[data-page=recover-done]')).toBeVisible();
  const done = page.url();
  expect(done).not.toContain('token=');
  await page.goto(link);
  await expect(page.locator('main[data-page=recover-invalid]')).toBeVisible();
  expect(await readMail(server, email, 'Your password was changed')).toContain('changed');

  await page.goto(done);
  await page.getByRole('link', { name: /^Continue to / }).click();
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(changed);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=consent]')).toBeVisible();

  await page.goto(`${server.issuer}/account`);
  await page.locator('[data-passkey-offer]').getByRole('button', { name: 'Not now' }).click();
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();
  await expect(page.locator('[data-passkey-offer]')).toHaveCount(0);
});

test('an invalid link shows a page that says so', async ({ page, server }) => {
  for (const [path, name] of [
    ['/recover/reset?token=unknown', 'recover-invalid'],
    ['/verify?token=unknown', 'verify-invalid'],
    ['/undo?token=unknown', 'undo-invalid'],
  ]) {
    const response = await page.goto(`${server.issuer}${path}`);
    expect(response?.status()).toBe(410);
    expect(response?.headers()['referrer-policy']).toBe('same-origin');
    await expect(page.locator(`main[data-page=${name}]`)).toBeVisible();
  }
});

async function ask(page: Page, identifier: string): Promise<void> {
  await page.locator('input[name=identifier]').fill(identifier);
  await page.locator('button[value=continue]').click();
  await expect(page.locator('main[data-page=recover-sent]')).toBeVisible();
}
