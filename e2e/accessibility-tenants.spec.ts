import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible';
import { password } from './fixtures';
import { expect, test } from './test';

const signIn = async (page: Page, username: string) => {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
};

test('the chooser, a tenant’s pages and the device pages are accessible', async ({ page, server, relyingParty }) => {
  const start = `${relyingParty.origin}/sign-in`;
  test.slow();
  await page.goto(`${start}?acr_values=tenant:stepwise&display=popup`);
  await expectAccessible(page);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('button[value=continue]').click();
  await expect(page.locator('input[name=password]')).toBeVisible();
  await expectAccessible(page);
  await page.goto(start);
  await signIn(page, 'alice');
  await page.goto(`${start}?prompt=select_account&acr_values=tenant:acme`);
  await expect(page.locator('button[value=continue]').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${start}?prompt=login&acr_values=tenant:acme`);
  await expectAccessible(page);
  await page.goto(`${start}?acr_values=tenant:acme`);
  await expectAccessible(page);
  await page.goto(`${server.issuer}/device?acr_values=tenant:acme`);
  await expect(page.locator('main[data-page=device]')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${server.issuer}/device?user_code=${await askForCode(server.issuer)}`);
  await expectAccessible(page);
  await page.locator('button[value=continue]').click();
  await expect(page.locator('main[data-page=device-confirm]')).toBeVisible();
  await expectAccessible(page);
  await page.locator('button[value=deny]').click();
  await expect(page.locator('main[data-page=device-denied]')).toBeVisible();
  await expectAccessible(page);
  await page.locator('button[value=report]').click();
  await expect(page.locator('button[value=report]')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`${server.issuer}/device`);
  await page.locator('button[value=continue]').click();
  await expect(page.locator('[data-problem]')).toBeVisible();
  await expectAccessible(page);
  await page.locator('main input[name=user_code]').fill(await askForCode(server.issuer));
  await page.locator('button[value=continue]').click();
  await page.locator('button[value=allow]').click();
  await expect(page.locator('main[data-page=device-done]')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${start}?prompt=login`);
  await page.goto(`${page.url()}&account=new`);
  await signIn(page, 'bob');
  await page.goto(`${server.issuer}/logout`);
  await expectAccessible(page);
  await page.getByRole('checkbox').first().uncheck();
  await page.locator('button[value=sign_out]').click();
  await expect(page.locator('[data-problem]')).toBeVisible();
  await expectAccessible(page);
  await page.locator('button[value=sign_out_all]').click();
  await expect(page.locator('main[data-page=logged-out]')).toContainText('Living room TV');
  await expectAccessible(page);
});

/** Requests a user code as a television does. */
async function askForCode(issuer: string): Promise<string> {
  const body = new URLSearchParams({ client_id: 'tv', scope: 'openid profile' });
  const answer = await fetch(`${issuer}/connect/deviceauthorization`, { method: 'POST', body });
  return (await answer.json()).user_code;
}
