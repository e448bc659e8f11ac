import { TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { expectAccessible, looks, wear } from './accessible';
import { password } from './fixtures';
import { expect, test } from './test';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      portal: { second_factor: 'required', passkeys: 'off' },
      users: ['tina', 'ute', ...looks.map((_, index) => `w${index}`)].map((username) => ({ username, password })),
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

/** Sets the app up that the page shows. @returns what the app would show, some seconds from now */
async function addApp(page: Page): Promise<(seconds?: number) => string> {
  await expect(page.locator('main[data-page=enrol]')).toBeVisible();
  const secret = (await page.locator('[data-totp-secret]').getAttribute('data-totp-secret')) ?? '';
  const app = new TOTP({ secret: secret.replaceAll(' ', '') });
  const code = (seconds = 0) => app.generate({ timestamp: Date.now() + seconds * 1000 });
  await page.locator('input[name=code]').fill(code());
  await page.locator('button[value=save]').click();
  return code;
}

async function enter(page: Page, code: string): Promise<void> {
  await expect(page.locator('main[data-page=second-factor]')).toBeVisible();
  await page.locator('input[name=code]').fill(code);
  await page.locator('button[value=continue]').click();
}

test('an app is added on the way, asked for at the next sign-in, and spared on a trusted device', async ({ page }) => {
  await signIn(page, 'tina');
  const code = await addApp(page);
  await expect(page.locator('[data-recovery-code]')).toHaveCount(10);
  await page.locator('button[value=continue]').click();
  await expect(page.locator('main[data-page=account-profile]')).toBeVisible();

  await page.context().clearCookies();
  await signIn(page, 'tina');
  await enter(page, '000000');
  await expect(page.locator('[data-problem], main [role=alert]').first()).toBeVisible();
  await page.locator('input[name=trust_device]').check();
  await enter(page, code(30));
  await expect(page.locator('main[data-page=account-profile]')).toBeVisible();

  await page.context().clearCookies({ name: 'signet' });
  await signIn(page, 'tina');
  await expect(page.locator('main[data-page=account-profile]')).toBeVisible();
  await page.goto(`${server.issuer}/account/trusted-devices`);
  await expect(page.locator('[data-device]')).toHaveCount(1);
});

test('a recovery code takes the place of the app, once', async ({ page }) => {
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
    await enter(page, code);
    await expect(page.locator(`main[data-page=${goesOn ? 'account-profile' : 'second-factor'}]`)).toBeVisible();
  }
});

for (const [index, look] of looks.entries()) {
  test(`the pages of second factors are accessible (${look.name})`, async ({ page, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled === false);
    test.slow();
    await wear(page, server.issuer, look);
    await signIn(page, `w${index}`);
    await expectAccessible(page);
    const code = await addApp(page);
    await expectAccessible(page);
    await page.locator('button[value=continue]').click();
    for (const name of ['security', 'authenticator', 'recovery-codes', 'trusted-devices']) {
      await page.goto(`${server.issuer}/account/${name}`);
      await expect(page.locator(`main[data-page=account-${name}]`)).toBeVisible();
      await expectAccessible(page);
    }
    await page.context().clearCookies();
    await wear(page, server.issuer, look);
    await signIn(page, `w${index}`);
    await expect(page.locator('main[data-page=second-factor]')).toBeVisible();
    await expectAccessible(page);
    await enter(page, code(30));
    await expect(page.locator('main[data-page=account-profile]')).toBeVisible();
  });
}
