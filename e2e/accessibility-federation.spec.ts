import { expect } from 'playwright/test';
import { expectAccessible, speak, walks } from './accessible';
import { failed, mallAddress, shown } from './federation-parties';
import { decide, failures, provider, signInUpstream } from './provider-failures';
import { test } from './test';

for (const walk of walks) {
  test(`the pages on the way through a provider are accessible (${walk.name})`, async ({ page, parties }) => {
    test.slow();
    await speak(page, parties.server.issuer, walk);
    await page.goto(`${parties.shop.origin}/sign-in`);
    await expectAccessible(page, walk);
    await page.locator('a[href^="/realm"]').click();
    await expect(shown(page, 'realm')).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('input[name=username]').fill('nobody.example');
    await decide(page, 'continue').click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.goto(mallAddress(parties, { login_hint: 'ada@upstream.example', prompt: 'select_account' }));
    await page.locator('a[href^="/realm"]').click();
    await expect(page.locator('section[aria-labelledby=own]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.getByRole('searchbox').fill('nobody by this name');
    await page.keyboard.press('Enter');
    await expect(page.locator('search p')).toBeVisible();
    await expectAccessible(page, walk);
    for (const [login, question, answer] of [
      ['bob', 'complete', 'continue'],
      ['eve', 'link', 'sign_in'],
    ] as const) {
      await page.context().clearCookies({ domain: 'localhost', name: /_session|_interaction/ });
      await page.goto(`${parties.shop.origin}/sign-in`);
      await provider(page, 'corp').click();
      await signInUpstream(page, login);
      await expect(shown(page, question)).toBeVisible();
      await expectAccessible(page, walk);
      await decide(page, answer).click();
      await expect(page.locator('section[data-problem]')).toBeVisible();
      await expectAccessible(page, walk);
    }
  });

  test(`the pages of its failures are accessible (${walk.name})`, async ({ page, parties }) => {
    test.slow();
    for (const [problem, fail] of Object.entries(failures)) {
      // Neither here nor at the provider is anybody signed in who was before.
      await page.context().clearCookies();
      await speak(page, parties.server.issuer, walk);
      await fail(page, parties.scene);
      await expect(failed(page, problem)).toBeVisible();
      await expectAccessible(page, walk);
    }
  });
}
