import type { Page } from 'playwright/test';
import { password } from './fixtures';
import { forgetPasskeys } from './forget-passkeys';
import { expect, test } from './test';
import { addAuthenticator } from './virtual-authenticator';

test.afterEach(({ server }) => forgetPasskeys(server.folder));

/** Opens a page of the account, and signs in for it. */
async function openAccount(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
}

async function create(page: Page, name = ''): Promise<void> {
  await expect(page.locator('main[data-page=account-passkey-new]')).toBeVisible();
  await page.locator('input[name=name]').fill(name);
  await page.locator('button[name=decision][value=save]').click();
}

test.describe('the passkeys of an account', () => {
  test('without scripts the pages say that passkeys need them', async ({ page, server, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled !== false);
    await openAccount(page, `${server.issuer}/account/passkeys`);
    await expect(page.getByText('Passkeys need JavaScript')).toBeVisible();
    await page.locator('a[href="/account/passkeys/new"]').click();
    await expect(page.locator('main[data-page=account-passkey-new]')).toBeVisible();
    await expect(page.getByText('Passkeys need JavaScript')).toBeVisible();
    await expect(page.locator('button[value=save]')).toHaveCount(0);
  });

  test('a passkey is created with a name', async ({ page, server, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled === false);
    const authenticator = await addAuthenticator(page);
    await openAccount(page, `${server.issuer}/account/passkeys`);
    await expect(page.locator('main[data-page=account-passkeys]')).toBeVisible();
    await expect(page.getByText('Passkeys need JavaScript')).toBeHidden();
    await expect(page.locator('[data-passkey]')).toHaveCount(0);
    await page.locator('a[href="/account/passkeys/new"]').click();
    await create(page, 'Laptop');
    await expect(page.locator('main[data-page=account-passkeys]')).toBeVisible();
    const [id = ''] = await authenticator.list();
    await expect(page.locator(`[data-passkey="${id}"]`)).toContainText('Laptop');
    await expect(page.getByText('Your passkey is ready')).toBeVisible();
  });
});
