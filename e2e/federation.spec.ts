import { expect } from 'playwright/test';
import { chooseLanguage } from './choose-language';
import { failed, mallAddress, resultOf, shown } from './federation-parties';
import { password } from './fixtures';
import { decide, failures, provider, signInUpstream } from './provider-failures';
import { test } from './test';

test.describe('signing in through a real oidc-provider', () => {
  test('creates an account and finds it again', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'ada');
    const first = await resultOf(page);
    expect(first.userinfo).toMatchObject({ name: 'Ada Lovelace', email: 'ada@upstream.example', email_verified: true });
    expect(first.idTokenClaims).toMatchObject({ acr: 'urn:signet:acr:1', idp: 'corp' });

    await page.context().clearCookies();
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:corp`);
    await signInUpstream(page, 'ada');
    expect((await resultOf(page)).idTokenClaims?.sub).toBe(first.idTokenClaims?.sub);
  });

  test('starts from a login_hint, a typed address or the page that lists providers', async ({ page, parties }) => {
    const { origin } = parties.shop;
    await page.goto(`${origin}/sign-in?login_hint=ada@upstream.example`);
    await expect(page.locator('input[name=login]')).toHaveValue('ada@upstream.example');

    await page.goto(`${origin}/sign-in`);
    await page.locator('input[name=username]').fill('x@upstream.example');
    await decide(page, 'sign_in').click();
    await expect(page.locator('input[name=login]')).toHaveValue('x@upstream.example');

    await page.goto(`${origin}/sign-in`);
    await page.locator('a[href^="/realm"]').click();
    await expect(shown(page, 'realm')).toBeVisible();
    await page.locator('input[name=username]').fill('nobody.example');
    await decide(page, 'continue').click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    await page.locator('input[name=username]').fill('upstream.example');
    // Enter presses the button of the field, not one of a listed provider.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Upstream' })).toBeVisible();
  });

  test('finds a provider in a long list by search (ux §1.3.8)', async ({ page, parties }) => {
    await page.goto(mallAddress(parties));
    await expect(page.locator('button[name=provider]')).toHaveCount(0);
    await page.locator('a[href^="/realm"]').click();
    await expect(page.locator('button[name=provider]')).toHaveCount(9);
    await page.getByRole('searchbox').fill('ELM');
    await page.keyboard.press('Enter');
    await expect(page.locator('button[name=provider]:not([value=local])')).toHaveCount(1);
    await chooseLanguage(page, 'de');
    await expect(page.getByRole('searchbox')).toHaveValue('ELM');
    await page.locator('a[href^="/realm"]').click();
    await expect(page.locator('button[name=provider]')).toHaveCount(9);
    await provider(page, 'oak').click();
    await expect(page).toHaveURL(/redirect_uri=[^&]*oak/);
  });

  test('asks for a username when the provider’s is taken', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'bob');
    await expect(shown(page, 'complete')).toBeVisible();
    await page.locator('input[name=username]').fill('bob');
    await decide(page, 'continue').click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    const name = `bobby-${test.info().project.name}`;
    await page.locator('input[name=username]').fill(name);
    await decide(page, 'continue').click();
    expect((await resultOf(page)).userinfo).toMatchObject({ name: 'Bob' });
  });

  test('links an existing account only after its password was entered', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'eve');
    await expect(shown(page, 'link')).toBeVisible();
    await expect(page.getByText('alice@example.com')).toBeVisible();
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill('not the password');
    await decide(page, 'sign_in').click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    await page.locator('input[name=password]').fill(password);
    await decide(page, 'sign_in').click();
    expect((await resultOf(page)).userinfo).toMatchObject({ email: 'alice@example.com' });
  });

  test('signs out at the provider too and returns to the application', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'ada');
    await resultOf(page);
    await page.goto(`${parties.shop.origin}/sign-out`);
    await expect(page.getByRole('heading', { name: 'Sign out upstream' })).toBeVisible();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(`${parties.shop.origin}/bye?state=from-app`);
  });
});

test('another Signet works like any other provider', async ({ page, parties }) => {
  await page.goto(`${parties.shop.origin}/sign-in`);
  await provider(page, 'other').click();
  expect(new URL(page.url()).origin).toBe(parties.other.issuer);
  await page.locator('input[name=username]').fill('carol');
  await page.locator('input[name=password]').fill(password);
  await decide(page, 'sign_in').click();
  expect((await resultOf(page)).userinfo).toMatchObject({ name: 'Carol of the other' });

  await page.goto(`${parties.server.issuer}/logout`);
  await decide(page, 'sign_out').click();
  await expect(shown(page, 'logged-out')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(parties.server.issuer);
  await page.goto(`${parties.shop.origin}/sign-in?prompt=none&acr_values=idp:other`);
  expect(await resultOf(page)).toEqual({ step: 'error', error: 'login_required' });
});

const statuses: Readonly<Record<string, number>> = { unavailable: 503, misconfigured: 502, response: 400 };

test.describe('a failed sign-in at a provider', () => {
  for (const [problem, fail] of Object.entries(failures)) {
    test(`shows a page with a reference and another way to sign in (${problem})`, async ({ page, parties }) => {
      await fail(page, parties.scene);
      await expect(failed(page, problem)).toBeVisible();
      await expect(page.locator('main')).toContainText(/Reference \S+/);
      expect((await page.reload())?.status()).toBe(statuses[problem] ?? 403);
      await page.getByRole('link', { name: 'Use another way' }).click();
      await expect(shown(page, 'login')).toBeVisible();
      await page.goto(`${parties.shop.origin}/sign-in?prompt=none`);
      expect((await resultOf(page)).error).toBe('login_required');
    });
  }

  test('can be retried, replaced by another way or canceled after a cancel at the provider', async ({
    page,
    parties,
  }) => {
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:corp`);
    await decide(page, 'cancel').click();
    await expect(failed(page, 'cancelled')).toBeVisible();
    await provider(page, 'corp').click();
    await decide(page, 'cancel').click();
    await expect(failed(page, 'cancelled')).toBeVisible();
    await page.locator('a[href^="/login"]').click();
    await expect(shown(page, 'login')).toBeVisible();
    await provider(page, 'corp').click();
    await decide(page, 'cancel').click();
    await decide(page, 'cancel').click();
    expect(await resultOf(page)).toEqual({ step: 'error', error: 'access_denied' });
  });

  test('ends at a provider that does not know this server, and a made-up answer signs nobody in', async ({
    page,
    parties,
  }) => {
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:closed`);
    // The provider does not have our redirect URI and shows its own error page.
    await expect(page.locator('body')).toContainText(/redirect_uri|invalid/i);
    const made = await page.goto(`${parties.server.issuer}/federation/closed/callback?code=x&state=made-up`);
    expect(made?.status()).toBe(400);
    await expect(shown(page, 'error')).toBeVisible();
  });

  test('is one whose answer comes from another browser', async ({ page, browser, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:corp`);
    const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    const asked = page.waitForRequest('**/federation/corp/callback**');
    await signInUpstream(page, 'ada');
    const callback = (await asked).url();
    await resultOf(page);
    const answer = await stranger.goto(callback);
    expect(answer?.status()).toBe(403);
    await stranger.context().close();
  });
});
