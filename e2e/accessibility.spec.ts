import { expectAccessible, speak, walks } from './accessible';
import { expireInteractions } from './expire';
import { password } from './fixtures';
import { expect, test } from './test';

for (const walk of walks) {
  test(`the pages of a sign-in are accessible (${walk.name})`, async ({ page, server, relyingParty }) => {
    test.slow();
    await speak(page, server.issuer, walk);
    await expect(page.locator('main[data-page=start]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.goto(`${relyingParty.origin}/sign-in?login_hint=alice`);
    await expectAccessible(page, walk);
    await page.locator('a[href^="/signup?"]').click();
    await expect(page.locator('main[data-page=signup]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('button[value=sign_up]').click();
    await expect(page.locator('[role=alert]').first()).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('a[href^="/login?"]').click();
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill('wrong');
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('[role=alert]').first()).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.goto(`${relyingParty.origin}/sign-in?scope=orders`);
    await page.locator('input[name=scope][type=checkbox]').uncheck();
    await page.locator('button[value=allow]').click();
    await expect(page.locator('[data-problem]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('input[name=scope][type=checkbox]').check();
    await page.locator('button[value=allow]').click();
    await page.waitForURL(`${relyingParty.origin}/callback**`);
    await page.goto(`${relyingParty.origin}/sign-in?scope=openid+orders`);
    await page.locator('form summary').click();
    await expect(page.locator('details[open] input[value=orders]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('input[name=remember_consent]').uncheck();
    await page.locator('button[value=allow]').click();
    await page.waitForURL(`${relyingParty.origin}/callback**`);
    await page.goto(`${server.issuer}/logout`);
    await expect(page.locator('main[data-page=logout]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('button[value=sign_out]').click();
    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.goto(`${relyingParty.origin}/sign-in`);
    await expect(page.locator('main[data-page=login]')).toBeVisible();
    expireInteractions(server.folder);
    await page.reload();
    await expect(page.locator('main[data-page=error] a[href^="/connect/authorize?"]')).toBeVisible();
    await expectAccessible(page, walk);
    for (const path of ['/connect/authorize?client_id=nobody', '/login?interaction=made-up', '/setup?token=used']) {
      await page.goto(server.issuer + path);
      await expectAccessible(page, walk);
    }
    await page.goto(`${server.issuer}/nowhere`);
    await expectAccessible(page, walk);
    // The documentation is only in English.
    for (const path of walk.language === 'en'
      ? ['/docs/start-developers', '/docs/api-scopes', '/docs?q=nothing']
      : []) {
      await page.goto(server.issuer + path);
      await expectAccessible(page, walk);
    }
  });
}
