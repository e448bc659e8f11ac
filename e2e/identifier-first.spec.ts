import { password } from './fixtures';
import { expect, test } from './test';

test('a tenant that asks for the username first asks for the password on a second page (ux §1.1, §1.2)', async ({
  page,
  relyingParty,
}) => {
  await page.goto(`${relyingParty.origin}/sign-in?acr_values=tenant:stepwise`);
  await expect(page.locator('input[name=password]')).toHaveCount(0);
  await page.locator('button[value=continue]').click();
  await expect(page.locator('input[name=username]')).toBeVisible();
  await page.locator('input[name=username]').fill('alice');
  await page.locator('button[value=continue]').click();
  await expect(page.locator('input[name=password]')).toBeVisible();
  await expect(page.locator('main')).toContainText('alice');
  await page.locator('input[name=password]').fill('wrong');
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('[role=alert]').first()).toBeVisible();
  await page.locator('main a[href$="change=1"]').click();
  await expect(page.locator('input[name=username]')).toBeVisible();
  await page.locator('input[name=username]').fill('bob');
  await page.locator('button[value=continue]').click();
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=consent]')).toContainText('bob');
});
