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
  for (const path of ['/recover', '/recover?problem=missing_identifier', '/recover?sent=1', '/recover/reset?done=1']) {
    await page.goto(server.issuer + path);
    await expectAccessible(page);
  }
  for (const path of ['/recover/reset', '/verify', '/verify?done=1', '/undo', '/undo?done=mailed']) {
    await page.goto(server.issuer + path);
    await expectAccessible(page);
  }
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
