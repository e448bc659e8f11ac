import { expectAccessible } from './accessible';
import { password } from './fixtures';
import { expect, test } from './test';

test('the pages of the account are accessible', async ({ page, server, relyingParty }) => {
  test.slow();
  await page.goto(`${relyingParty.origin}/sign-in?login_hint=alice`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await page.locator('button[value=allow]').click();
  await page.waitForURL(`${relyingParty.origin}/callback**`);
  const visit = async (path: string, name: string) => {
    await page.goto(server.issuer + path);
    await expect(page.locator(`main[data-page=${name}]`)).toBeVisible();
    await expectAccessible(page);
  };
  await visit('/account', 'account-profile');
  await visit('/account/username', 'account-username');
  await visit('/account/language', 'account-language');
  await visit('/account/picture', 'account-picture');
  await visit('/account/email', 'account-email');
  await visit('/account/password', 'account-password');
  await page.locator('button[value=save]').click();
  await expect(page.locator('[data-problem]')).toBeVisible();
  await expectAccessible(page);
  await visit('/account/devices', 'account-devices');
  await visit('/account/apps', 'account-apps');
  await visit('/account/apps/web', 'account-app');
  await page.locator('button[value=remove]').click();
  await expect(page.locator('main[data-page=account-confirm]')).toBeVisible();
  await expectAccessible(page);
  await visit('/account/activity', 'account-activity');
  await visit('/account/name', 'account-name');
  await page.locator('button[value=save]').click();
  await expect(page.locator('[data-done]')).toBeVisible();
  await expectAccessible(page);
});
