import { expect } from 'playwright/test';
import { expectAccessible } from './accessible';
import { failed, mallAddress, shown } from './federation-parties';
import { decide, failures, provider, signInUpstream } from './provider-failures';
import { test } from './test';

test('the pages of a sign-in at a provider are accessible', async ({ page, parties }) => {
  test.slow();
  await page.goto(`${parties.shop.origin}/sign-in`);
  await expectAccessible(page);
  await page.locator('a[href^="/realm"]').click();
  await expect(page.locator('main[data-page=realm]')).toBeVisible();
  await expectAccessible(page);
  await page.locator('input[name=username]').fill('nobody.example');
  await decide(page, 'continue').click();
  await expect(page.locator('section[data-problem]')).toBeVisible();
  await expectAccessible(page);
  await page.goto(mallAddress(parties, { login_hint: 'ada@upstream.example', prompt: 'select_account' }));
  await page.locator('a[href^="/realm"]').click();
  await expect(page.locator('section[aria-labelledby=own]')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('nobody by this name');
  await page.keyboard.press('Enter');
  await expect(page.locator('search p')).toBeVisible();
  await expectAccessible(page);
  for (const [login, question, answer] of [
    ['bob', 'complete', 'continue'],
    ['eve', 'link', 'sign_in'],
  ] as const) {
    await page.context().clearCookies({ domain: 'localhost', name: /_session|_interaction/ });
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, login);
    await expect(shown(page, question)).toBeVisible();
    await expectAccessible(page);
    await decide(page, answer).click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    await expectAccessible(page);
  }
});

test('the pages of a failed sign-in at a provider are accessible', async ({ page, parties }) => {
  test.slow();
  for (const [problem, fail] of Object.entries(failures)) {
    // Signs out here and at the provider.
    await page.context().clearCookies();
    await fail(page, parties.scene);
    await expect(failed(page, problem)).toBeVisible();
    await expectAccessible(page);
  }
});
