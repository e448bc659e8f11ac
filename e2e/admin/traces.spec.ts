import type { Browser } from 'playwright/test';
import { expectAccessible } from '../accessible';
import { expect, test } from '../test';
import { canary, openArea, openAs, password } from './area';

const verifier = 'v'.repeat(43);
const challenge = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM';
const redirectUri = 'https://shop.example/callback';

/**
 * Signs somebody in at the shop, which redeems its code.
 * @returns the values that were sent
 */
async function signInAtShop(browser: Browser, issuer: string): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const query = {
    client_id: 'shop',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: redirectUri,
    state: 'canary-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  await page.goto(`${issuer}/connect/authorize?${new URLSearchParams(query)}`);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  // The shop does not exist. The test only needs the address of the redirect.
  const answered = page.waitForResponse((response) => response.url().endsWith('/consent/submit'));
  await page.locator('button[value=allow]').click({ noWaitAfter: true });
  const { location = '' } = await (await answered).allHeaders();
  const code = new URL(location).searchParams.get('code') ?? '';
  await context.close();
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const answer = await fetch(`${issuer}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, client_id: 'shop', client_secret: canary }),
  });
  const { access_token } = (await answer.json()) as Record<string, string>;
  await fetch(`${issuer}/connect/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
  return [code, access_token ?? 'no token', canary, password, verifier];
}

test('a client is traced from its page: the sign-in appears step by step', async ({
  page,
  browser,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin/clients/shop/activity', 'bo');
  await page.getByRole('button', { name: 'Start trace' }).click();
  await expect(page.getByText('Waiting for the first request…')).toBeVisible();
  await expect(page.getByText('Running, 15 minutes left')).toBeVisible();
  if (javaScriptEnabled) await expectAccessible(page);
  const passed = await signInAtShop(browser, area.issuer);
  const row = page.getByRole('row', { name: /Authorization request.*Token request.*UserInfo/ });
  await expect(async () => {
    // With scripts the page refreshes itself.
    if (!javaScriptEnabled) await page.getByRole('link', { name: 'Refresh' }).click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  // The message is shown once, and stays until the page is loaded again.
  await expect(page.getByText('The trace is recording.')).toBeVisible({ visible: javaScriptEnabled });
  if (javaScriptEnabled) await expectAccessible(page);
  await row.getByRole('link').click();
  const steps = page.getByRole('list', { name: 'Steps' }).locator('> li');
  await expect(steps.locator('h2')).toHaveText([
    'Authorization request',
    'Sign-in page',
    'Sign-in form',
    'Consent page',
    'Consent form',
    'Token request',
    'UserInfo',
  ]);
  await steps.nth(5).getByText('Parameters').click();
  await expect(steps.nth(5).getByRole('row', { name: /^code withheld #/ })).toBeVisible();
  await expect(steps.nth(5).getByRole('row', { name: 'client_secret withheld' })).toBeVisible();
  const content = await page.content();
  for (const value of passed) expect(content).not.toContain(value);
  if (javaScriptEnabled) await expectAccessible(page);
  await page.getByRole('link', { name: 'Trace of Lantern Books' }).click();
  await page.getByRole('button', { name: 'Stop trace' }).click();
  await expect(page.getByText('Ended by bo')).toBeVisible();
  await page.goto(`${area.issuer}/admin/audit?group=trace&client=shop`);
  await expect(page.getByRole('row', { name: /stopped a live trace/ }).first()).toContainText('bo');
});

test('an auditor sees the traces but cannot start one, and an unknown client is refused', async ({
  page,
  context,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin/debug/traces');
  const client = page.locator('[name=client]');
  await client.fill('nobody');
  await page.getByRole('button', { name: 'Start trace' }).click();
  await expect(page.getByText('No client is called “nobody”')).toBeVisible();
  await expect(client).toHaveValue('nobody');
  await client.fill('application 1');
  if (javaScriptEnabled) {
    // A script lists the matches, the exact name first.
    await expect(page.getByRole('option').first()).toBeVisible();
    await client.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toContainText('Application 1');
    await client.press('Enter');
    await expect(client).toHaveValue('app-1');
  }
  await context.clearCookies();
  const auditor = await openAs(context, area.issuer, '/admin/debug/traces', 'au');
  await expect(auditor.getByRole('heading', { level: 1 })).toHaveText('Live traces');
  await expect(auditor.getByRole('button', { name: 'Start trace' })).toHaveCount(0);
  const missing = await auditor.goto(`${area.issuer}/admin/debug/traces/nothing`);
  expect(missing?.status()).toBe(404);
});
