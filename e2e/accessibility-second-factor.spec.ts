import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { expectAccessible } from './accessible';
import { addApp, enterCode } from './authenticator-app';
import { password } from './fixtures';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      portal: { second_factor: 'required', passkeys: 'off', account_deletion: 'on' },
      users: [{ username: 'alice', password }],
    },
  });
});
test.afterAll(() => server.stop());

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.issuer}/account`);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
}

test('the pages of second factors are accessible', async ({ page }) => {
  test.slow();
  await signIn(page);
  await expect(page.locator('main[data-page=enrol]')).toBeVisible();
  await expectAccessible(page);
  const code = await addApp(page);
  await expectAccessible(page);
  await page.locator('button[value=continue]').click();
  const visit = async (path: string, name: string) => {
    await page.goto(server.issuer + path);
    await expect(page.locator(`main[data-page=${name}]`)).toBeVisible();
    await expectAccessible(page);
  };
  await visit('/account/security', 'account-security');
  await visit('/account/authenticator', 'account-authenticator');
  await visit('/account/recovery-codes', 'account-recovery-codes');
  await visit('/account/trusted-devices', 'account-trusted-devices');
  await visit('/account/delete', 'account-delete');
  await page.context().clearCookies();
  await signIn(page);
  await expect(page.locator('main[data-page=second-factor]')).toBeVisible();
  await expectAccessible(page);
  await enterCode(page, code(30));
  await expect(page.locator('main[data-page=account-home]')).toBeVisible();
});
