import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible';
import { password } from './fixtures';
import { forgetPasskeys } from './forget-passkeys';
import { expect, test } from './test';
import { addAuthenticator } from './virtual-authenticator';

test.afterEach(({ server }) => forgetPasskeys(server.folder));

async function expectPage(page: Page, name: string): Promise<void> {
  await expect(page.locator(`main[data-page=${name}]`)).toBeVisible();
  await expectAccessible(page);
}

test('the pages of passkeys are accessible', async ({ page, server, relyingParty }) => {
  test.slow();
  const { issuer } = server;
  await addAuthenticator(page);
  await page.goto(`${issuer}/account/passkeys`);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expectPage(page, 'account-passkeys');
  await page.locator('a[href="/account/passkeys/new"]').click();
  await expectPage(page, 'account-passkey-new');
  await page.locator('button[name=decision][value=save]').click();
  await expectPage(page, 'account-recovery-codes');
  await page.locator('a[href^="/account/passkeys?"]').click();
  await expectPage(page, 'account-passkeys');
  await page.locator('[data-passkey] a').click();
  await expectPage(page, 'account-passkey');
  await page.locator('button[name=decision][value=remove]').click();
  await expectPage(page, 'account-confirm');
  await page.goto(`${issuer}/account/two-step`);
  await expectPage(page, 'account-two-step');
  await page.locator('button[name=decision][value=turn_on]').click();
  await expectPage(page, 'account-security');

  await page.context().clearCookies();
  await page.goto(`${issuer}/account/passkeys`);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expectPage(page, 'second-factor');
  await page.locator('button[name=decision][value=continue]').click();
  await expect(page.locator('main[data-page=account-passkeys]')).toBeVisible();

  await page.context().clearCookies();
  forgetPasskeys(server.folder);
  await page.goto(`${relyingParty.origin}/sign-in`);
  await page.locator('button[name=decision][value=passkey]').click();
  await expect(page.locator('main [role=alert]').first()).toBeVisible();
  await expectPage(page, 'login');
});
