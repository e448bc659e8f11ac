import type { Browser, Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { expectAccessible, speak, walks } from './accessible';
import { password } from './fixtures';
import { expect, test } from './test';

const callback = 'https://ledger.example.com/callback';
const verified = (name: string) => ({ name: `${name} Example`, email: `${name}@example.com`, email_verified: true });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    configuration: {
      groups: [{ name: 'leads' }],
      clients: [
        {
          ...{ client_id: 'ledger', client_name: 'Ledger', token_endpoint_auth_method: 'none' },
          ...{ redirect_uris: [callback], scope: 'openid', require_consent: false },
          ...{ access: 'assigned', approver_groups: ['leads'], access_contact: 'ledger-team@example.com' },
          roles: [{ name: 'admin' }, { name: 'user', default: true }],
        },
      ],
      users: [
        ...['ann', 'bob', 'cyd', 'dan'].map((username) => ({ username, password, claims: verified(username) })),
        { username: 'lea', password, claims: verified('lea'), groups: ['leads'] },
      ],
    },
  });
});
test.afterAll(() => server.stop());

const ledger = () => {
  const asked = { client_id: 'ledger', redirect_uri: callback, response_type: 'code', scope: 'openid' };
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  return `${server.issuer}/connect/authorize?${new URLSearchParams({ ...asked, ...pkce })}`;
};

async function signIn(page: Page, address: string, username: string) {
  await page.goto(address);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
}

async function ask(page: Page, username: string, reason: string) {
  await signIn(page, ledger(), username);
  await expect(page.locator('main[data-page=no-access]')).toBeVisible();
  await page.locator('textarea[name=reason]').fill(reason);
  await page.locator('button[value=request]').click();
  await expect(page.locator('main')).toContainText('Nobody has decided yet.');
  await expect(page.locator('button[value=request]')).toHaveCount(0);
}

async function openApprovals(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await signIn(page, `${server.issuer}/account/approvals`, 'lea');
  await expect(page.locator('main[data-page=account-approvals]')).toBeVisible();
  return { page, close: () => context.close() };
}

for (const javaScriptEnabled of [true, false]) {
  test(`a person asks, an approver answers, and the person signs in, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const username = javaScriptEnabled ? 'ann' : 'bob';
    const viewport = javaScriptEnabled ? { width: 1280, height: 800 } : { width: 390, height: 844 };
    const own = await browser.newContext({ javaScriptEnabled, viewport });
    const page = await own.newPage();
    await ask(page, username, 'I close the books');
    const lea = await openApprovals(browser, { javaScriptEnabled, viewport });
    const row = lea.page.locator('[data-request]', { hasText: username });
    await expect(row).toContainText('I close the books');
    await row.locator('select[name=role]').selectOption('admin');
    await row.locator('button[value=approve]').click();
    await expect(lea.page.locator('[data-done]')).toContainText(`${username} now has access to Ledger.`);
    await lea.close();
    const answer = page.waitForRequest((request) => request.url().startsWith(callback));
    await page.locator('button[value=continue]').click();
    expect(new URL((await answer).url()).searchParams.get('code')).not.toBeNull();
    await own.close();
  });
}

test('declining says why', async ({ browser, page }) => {
  await ask(page, 'cyd', 'Please');
  const lea = await openApprovals(browser);
  const row = lea.page.locator('[data-request]', { hasText: 'cyd' });
  await row.locator('summary').click();
  await row.locator('textarea[name=note]').fill('Ask Otto first');
  await row.locator('button[value=decline]').click();
  await expect(lea.page.locator('[data-done]')).toBeVisible();
  await lea.close();
  await page.locator('button[value=continue]').click();
  await expect(page.locator('main')).toContainText('Ask Otto first');
  await expect(page.locator('button[value=request]')).toHaveCount(0);
});

for (const walk of walks) {
  test(`both pages are accessible in ${walk.name}`, async ({ browser, page }) => {
    await speak(page, server.issuer, walk);
    await signIn(page, ledger(), 'dan');
    await expect(page.locator('main[data-page=no-access]')).toBeVisible();
    await expectAccessible(page, walk);
    await page.locator('button[value=request]').or(page.locator('button[value=continue]')).first().click();
    const lea = await openApprovals(browser);
    await speak(lea.page, server.issuer, walk);
    await lea.page.goto(`${server.issuer}/account/approvals`);
    await expect(lea.page.locator('[data-request]').first()).toBeVisible();
    await expect(lea.page.locator('main[data-page=account-approvals]')).toBeVisible();
    await expectAccessible(lea.page, walk);
    await lea.close();
  });
}
