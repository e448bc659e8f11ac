import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { addApp, enterCode } from './authenticator-app';
import { password } from './fixtures';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      portal: { second_factor: 'required', passkeys: 'off' },
      users: ['tina', 'ute'].map((username) => ({ username, password })),
    },
  });
});
test.afterAll(() => server.stop());

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto(`${server.issuer}/account`);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
}

test('an app is added during the sign-in, asked for at the next one, and skipped on a trusted device', async ({
  page,
}) => {
  await signIn(page, 'tina');
  const code = await addApp(page);
  await expect(page.locator('[data-recovery-code]')).toHaveCount(10);
  await page.locator('button[value=continue]').click();
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();

  await page.context().clearCookies();
  await signIn(page, 'tina');
  await enterCode(page, '000000');
  await expect(page.locator('[data-problem], main [role=alert]').first()).toBeVisible();
  await page.locator('input[name=trust_device]').check();
  await enterCode(page, code(30));
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();

  await page.context().clearCookies({ name: 'signet' });
  await signIn(page, 'tina');
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();
  await page.goto(`${server.issuer}/account/trusted-devices`);
  await expect(page.locator('[data-device]')).toHaveCount(1);
});

test('a recovery code replaces the app once', async ({ page }) => {
  await signIn(page, 'ute');
  await addApp(page);
  const [first = '', second = ''] = await page.locator('[data-recovery-code]').allInnerTexts();
  await page.locator('button[value=continue]').click();
  for (const [code, goesOn] of [
    [first, true],
    [first, false],
    [second, true],
  ] as const) {
    await page.context().clearCookies();
    await signIn(page, 'ute');
    await page.getByRole('link', { name: 'Recovery code' }).click();
    await enterCode(page, code);
    await expect(page.locator(`main[data-page=${goesOn ? 'account-home' : 'second-factor'}]`)).toBeVisible();
  }
});
