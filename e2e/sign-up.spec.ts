import { parseResult } from './fixtures';
import { codeIn, readMailOfKind } from './read-mail';
import { expect, test } from './test';

const password = 'violet-otter-harbour-42';

test('a person creates an account during the sign-in to an application', async ({ page, relyingParty, server }) => {
  const username = `new-${test.info().project.name}`;
  const email = `${username}@example.com`;
  await page.goto(`${relyingParty.origin}/sign-in`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.locator('main[data-page=signup]')).toBeVisible();
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=name]').fill('New Person');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_up]').click();
  await expect(page.locator('[role=alert]').first()).toContainText('This username is taken');
  await expect(page.locator('input[name=name]')).toHaveValue('New Person');
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await expect(page.locator('input[name=password]')).toHaveValue('');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.locator('main[data-page=signup-code]')).toBeVisible();
  await expect(page.locator('main')).toContainText(email);
  await page.locator('input[name=code]').fill('000000');
  await page.locator('button[value=continue]').click();
  await expect(page.locator('[role=alert]').first()).toContainText('Incorrect code');
  await page.locator('input[name=code]').fill(codeIn(await readMailOfKind(server, email, 'email_code')));
  await page.keyboard.press('Enter');
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
  await page.locator('button[value=allow]').click();
  await page.waitForURL(`${relyingParty.origin}/**`);
  const result = parseResult(await page.locator('#result').textContent());
  expect(JSON.stringify(result)).toContain(`"${email}"`);
});
