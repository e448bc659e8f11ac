import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { expectAccessible, speak, walks } from './accessible';
import { addApp, enterCode } from './authenticator-app';
import { password } from './fixtures';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      portal: { second_factor: 'required', passkeys: 'off' },
      users: walks.map((_, index) => ({ username: `person${index}`, password })),
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

for (const [index, walk] of walks.entries()) {
  test(`the pages of second factors are accessible (${walk.name})`, async ({ page }) => {
    test.slow();
    await speak(page, server.issuer, walk);
    await signIn(page, `person${index}`);
    await expectAccessible(page, walk);
    const code = await addApp(page);
    await expectAccessible(page, walk);
    await page.locator('button[value=continue]').click();
    for (const name of ['security', 'authenticator', 'recovery-codes', 'trusted-devices']) {
      await page.goto(`${server.issuer}/account/${name}`);
      await expect(page.locator(`main[data-page=account-${name}]`)).toBeVisible();
      await expectAccessible(page, walk);
    }
    await page.context().clearCookies();
    await speak(page, server.issuer, walk);
    await signIn(page, `person${index}`);
    await expect(page.locator('main[data-page=second-factor]')).toBeVisible();
    await expectAccessible(page, walk);
    await enterCode(page, code(30));
    await expect(page.locator('main[data-page=account-profile]')).toBeVisible();
  });
}
