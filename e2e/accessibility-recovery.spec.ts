import { expectAccessible } from './accessible';
import { linkIn, readMail } from './read-mail';
import { expect, test } from './test';

test('recovery and sign-up with a code are accessible in every look', async ({ page, relyingParty, server }) => {
  test.slow();
  await page.goto(`${server.issuer}/recover`);
  await page.locator('input[name=identifier]').fill('bob');
  await page.locator('button[value=continue]').click();
  await expect(page.locator('main[data-page=recover-sent]')).toBeVisible();
  const link = linkIn(await readMail(server, 'bob@example.com', 'Set a new password'));
  const visit = async (path: string, name: string) => {
    await page.goto(server.issuer + path);
    await expect(page.locator(`main[data-page=${name}]`)).toBeVisible();
    await expectAccessible(page);
  };
  await visit('/recover', 'recover');
  await visit('/recover?problem=missing_identifier', 'recover');
  await visit('/recover?sent=1', 'recover-sent');
  await visit('/recover/reset?done=1', 'recover-done');
  await visit('/recover/reset', 'recover-invalid');
  await visit('/verify', 'verify-invalid');
  await visit('/verify?done=1', 'verify-done');
  await visit('/undo', 'undo-invalid');
  await visit('/undo?done=mailed', 'undo-done');
  await page.goto(`${link}&problem=password_too_short`);
  await expect(page.locator('main[data-page=recover-reset]')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${relyingParty.origin}/sign-in`);
  await page.locator('a[href^="/signup?"]').click();
  await page.locator('input[name=email]').fill('somebody@example.com');
  await page.locator('input[name=password]').fill('violet-otter-harbour-42');
  await page.locator('button[value=sign_up]').click();
  await expect(page.locator('main[data-page=signup-code]')).toBeVisible();
  await expectAccessible(page);
  await page.locator('button[value=continue]').click();
  await expect(page.locator('[role=alert]').first()).toBeVisible();
  await expectAccessible(page);
});
