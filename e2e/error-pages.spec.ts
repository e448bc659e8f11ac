import type { Page } from 'playwright/test';
import { expireDevices, expireInteractions } from './expire';
import { parseResult, password } from './fixtures';
import { expect, test } from './test';

/** The error page says what happened, and has a reference for support and a next step. */
async function expectProblem(page: Page, title: string): Promise<void> {
  await expect(page.locator('main[data-page=error]')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.locator('main')).toContainText(/Reference \S+/);
  await expect(page.locator('main a, main button').first()).toBeVisible();
}

test.describe('an error page has its own status, says what happened and offers a next step (ux §1.8)', () => {
  for (const [what, path, status, title] of [
    ['for an invalid link', '/login?interaction=made-up', 404, 'This sign-in page is no longer valid'],
    ['for an address without a page', '/nowhere', 404, 'Page not found'],
    ['for an address of the account without a page', '/account/nowhere', 404, 'Page not found'],
    ['for an address of the administration without a page', '/admin/nowhere', 404, 'Page not found'],
    ['for an unknown application', '/connect/authorize?client_id=nobody', 400, 'We don’t recognize this app'],
    [
      'for a sign-out that was never started',
      '/connect/endsession/callback?id=v1.x',
      400,
      'The app sent an invalid request',
    ],
  ] as const) {
    test(what, async ({ page, server }) => {
      const response = await page.goto(server.issuer + path);
      expect(response?.status()).toBe(status);
      expect(response?.headers()['cache-control']).toContain('no-store');
      if (path.endsWith('/nowhere')) await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      else await expectProblem(page, title);
    });
  }

  test('for a sign-in that took too long, which can be started again', async ({ page, server, relyingParty }) => {
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    expireInteractions(server.folder);
    await page.locator('button[value=sign_in]').click();
    await expectProblem(page, 'Your sign-in took too long');
    await page.goBack();
    expect((await page.reload())?.status()).toBe(410);
    await expectProblem(page, 'Your sign-in took too long');
    await expect(page.getByRole('link', { name: /Web shop/ })).toBeVisible();
    await page.getByRole('link', { name: 'Start again' }).click();
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await page.locator('input[name=remember_consent]').uncheck();
    await page.locator('button[value=allow]').click();
    // The application accepts the answer: state, nonce and code challenge are those of its first request.
    await page.waitForURL(`${relyingParty.origin}/callback**`);
    expect(parseResult(await page.locator('#result').textContent()).idTokenClaims).toBeDefined();
  });

  test('for the page of another browser', async ({ page, browser, relyingParty, javaScriptEnabled }) => {
    await page.goto(`${relyingParty.origin}/sign-in`);
    const context = await browser.newContext({ javaScriptEnabled: javaScriptEnabled !== false });
    const stranger = await context.newPage();
    expect((await stranger.goto(page.url()))?.status()).toBe(403);
    await expectProblem(stranger, 'Continue in your original browser');
    await context.close();
  });

  test('for an application without a sign-in method', async ({ page, server }) => {
    const query = new URLSearchParams({
      client_id: 'shut',
      response_type: 'code',
      redirect_uri: 'https://shut.example/callback',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    await page.goto(`${server.issuer}/connect/authorize?${query}`);
    await expectProblem(page, 'You can’t sign in here');
  });

  test('for a password link that was used or never existed', async ({ page, server }) => {
    const response = await page.goto(`${server.issuer}/setup?token=made-up`);
    expect(response?.status()).toBe(410);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main a').first()).toBeVisible();
  });

  test('after too many wrong passwords for one name', async ({ page, relyingParty }) => {
    test.slow();
    await page.goto(`${relyingParty.origin}/sign-in?prompt=login`);
    for (let attempt = 0; attempt < 11 && (await page.locator('input[name=password]').isVisible()); attempt += 1) {
      await page.locator('input[name=username]').fill('nobody-by-this-name');
      await page.locator('input[name=password]').fill('wrong');
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.locator('button[value=sign_in]').click();
      await answered;
      await page.waitForLoadState();
    }
    await expectProblem(page, 'Too many sign-in attempts');
  });

  test('after too many wrong codes', async ({ page, server }) => {
    await page.goto(`${server.issuer}/device`);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await page.locator('main input[name=user_code]').fill('BBBB-BBBB');
      await page.locator('button[value=continue]').click();
      if (attempt < 5) await expect(page.locator('[data-problem]')).toBeVisible();
    }
    await expectProblem(page, 'Too many requests');
  });

  test('for a device request that expired while its page was open', async ({ page, server }) => {
    const body = new URLSearchParams({ client_id: 'tv', scope: 'openid profile' });
    const answer = await fetch(`${server.issuer}/connect/deviceauthorization`, { method: 'POST', body });
    await page.goto(`${server.issuer}/device?user_code=${(await answer.json()).user_code}`);
    await page.locator('button[value=continue]').click();
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('main[data-page=device-confirm]')).toBeVisible();
    expireDevices(server.folder);
    await page.locator('button[value=allow]').click();
    await expectProblem(page, 'This request expired');
  });
});

test('consent with nothing selected asks again (ux §1.4)', async ({ page, relyingParty }) => {
  await page.goto(`${relyingParty.origin}/sign-in?scope=orders&login_hint=alice`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  const box = page.locator('input[name=scope][type=checkbox]');
  await box.uncheck();
  await page.locator('button[value=allow]').click();
  await expect(page.locator('[data-problem]')).toContainText('Select at least one permission');
  await expect(box).not.toBeChecked();
  await box.check();
  await page.locator('input[name=remember_consent]').uncheck();
  await page.locator('button[value=allow]').click();
  await page.waitForURL(`${relyingParty.origin}/callback**`);
});
