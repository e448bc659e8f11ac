import { parseResult } from './fixtures';
import { expect, test } from './test';

const password = 'violet-otter-harbour-42';

test('creating an account on the way to an application', async ({ page, relyingParty }) => {
  const username = `new-${test.info().project.name}`;
  await page.goto(`${relyingParty.origin}/sign-in`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.locator('main[data-page=signup]')).toBeVisible();
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=name]').fill('New Person');
  await page.locator('input[name=email]').fill('new@example.com');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_up]').click();
  await expect(page.locator('[role=alert]').first()).toContainText('this one is taken');
  await expect(page.locator('input[name=name]')).toHaveValue('New Person');
  await expect(page.locator('input[name=email]')).toHaveValue('new@example.com');
  await expect(page.locator('input[name=password]')).toHaveValue('');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
  await page.locator('button[value=allow]').click();
  await page.waitForURL(`${relyingParty.origin}/**`);
  const result = parseResult(await page.locator('#result').textContent());
  expect(JSON.stringify(result)).toContain('new@example.com');
});
