import type { BrowserContext, Page } from 'playwright/test';
import { freePort, startServer } from '#lib/testing/running-server';
import { startUpstreamProvider } from '../../lib/testing/upstream-provider.mjs';
import { expect, test } from '../test';
import { canary, openArea, password } from './area';

/** A server without providers, and a real OpenID Connect provider with a client for it. */
async function startParties() {
  const ports = { server: await freePort(), upstream: await freePort() };
  const origin = `http://localhost:${ports.server}`;
  const client = {
    client_id: 'signet',
    client_secret: canary,
    redirect_uris: [`${origin}/federation/work/callback`],
    post_logout_redirect_uris: [`${origin}/connect/endsession/callback`],
  };
  const upstream = await startUpstreamProvider({ port: ports.upstream, client });
  const server = await startServer({ port: ports.server, configuration });
  return {
    server,
    upstream,
    close: async () => {
      await Promise.all([server.stop(), upstream.close()]);
    },
  };
}

let parties: Awaited<ReturnType<typeof startParties>>;

test.beforeAll(async () => {
  parties = await startParties();
});
test.afterAll(() => parties.close());

const configuration = {
  clients: [
    {
      client_id: 'shop',
      client_name: 'Lantern Books',
      client_secrets: [{ value: 'nobody-uses-it' }],
      redirect_uris: ['https://shop.example/callback'],
      scope: 'openid profile email',
    },
  ],
  users: [
    { username: 'root', password, admin: 'owner' },
    { username: 'au', password, admin: 'auditor' },
  ],
};

const authorize =
  '/connect/authorize?client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fshop.example%2Fcallback&scope=openid%20profile' +
  '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256';

async function signInUpstream(page: Page, login: string, decision = 'sign_in'): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator(`button[value=${decision}]`).click();
}

/** Clicks a link or button that opens a tab. */
async function inNewTab(context: BrowserContext, press: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page');
  await press();
  return opened;
}

test('a provider is created, tested, used by a person and deleted', async ({ page, context, browser }) => {
  test.slow();
  const { server, upstream } = parties;
  page.setDefaultTimeout(10_000);
  await openArea(page, server.issuer, '/admin/providers');
  await expect(page.getByText('No identity providers yet')).toBeVisible();
  await page.getByRole('link', { name: /^OpenID Connect/ }).click();

  await page.locator('[name=issuer]').fill(`${upstream.issuer}/nowhere`);
  await page.locator('[name=display_name]').fill('Work');
  await page.locator('[name=name]').fill('work');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Can’t load the metadata');
  await page.locator('[name=issuer]').fill(upstream.issuer);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Metadata loaded')).toBeVisible();
  await expect(page.getByText(`${server.issuer}/federation/work/callback`)).toBeVisible();

  await page.locator('[name=client_id]').fill('signet');
  await page.locator('[name=client_secret]').fill('wrong');
  await page.getByLabel('Domains, line 1').fill('no domain');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect(page.getByRole('alert').first()).toContainText('enter a domain such as contoso.example');
  await expect(page.locator('[name=client_secret]')).toHaveValue('');
  await page.locator('[name=client_secret]').fill('wrong');
  await page.getByLabel('Domains, line 1').fill('work.example');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Created identity provider');

  const tab = await inNewTab(context, () => page.getByRole('link', { name: 'Test connection' }).click());
  await tab.getByRole('button', { name: 'Continue to the provider' }).click();
  await signInUpstream(tab, 'ada');
  await expect(tab.getByText('Connection failed')).toBeVisible();
  await expect(tab.getByText('invalid_client')).toBeVisible();

  await page.getByRole('link', { name: 'Replace…' }).click();
  await page.locator('[name=client_secret]').fill(canary);
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  expect(await page.content()).not.toContain(canary);

  await tab.getByRole('button', { name: 'Test again' }).click();
  await expect(tab.getByText('Connection works')).toBeVisible();
  await expect(tab.getByText('create the user ada')).toBeVisible();
  await expect(tab.getByText('"email": "ada@upstream.example"')).toBeVisible();
  await tab.close();
  await page.goto(`${server.issuer}/admin/providers/work/settings`);
  await expect(page.locator('#field-claim_mapping')).toContainText('Ada Lovelace');

  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.locator('[data-flash]')).toContainText(/^Enabled /);
  const ada = await browser.newContext();
  const visit = await ada.newPage();
  await visit.goto(`${server.issuer}${authorize}`);
  await visit.getByRole('button', { name: /Work/ }).click();
  await signInUpstream(visit, 'ada');
  await expect(visit.locator('main[data-page=consent]')).toContainText('Lantern Books');
  await ada.close();

  await page.goto(`${server.issuer}/admin/providers`);
  await expect(page.getByRole('row', { name: /Work/ })).toContainText('work.example');
  await expect(page.getByRole('row', { name: /Work/ }).getByRole('cell').nth(2)).toHaveText('1');
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(page.getByText('1 linked user')).toBeVisible();
  await expect(page.getByText('1 can’t sign in any other way')).toBeVisible();
  await page.getByRole('link', { name: '1 signed in' }).click();
  await expect(page.getByText('ada signed in').first()).toBeVisible();
  await page.goto(`${server.issuer}/admin/providers/work/settings`);
  await page.getByRole('link', { name: 'Disable…' }).click();
  await expect(page.getByText('One user can’t sign in any other way')).toBeVisible();
  await page.getByRole('button', { name: 'Disable provider' }).click();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('link', { name: /^Revision/ })).toHaveCount(4);
  await page.goto(`${server.issuer}/admin/providers/work/delete`);
  await page.locator('[name=typed]').fill('work');
  await page.getByRole('button', { name: 'Delete provider' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Deleted identity provider');
});

test('an auditor sees a provider but cannot change or test it', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/providers', 'au');
  await expect(page.getByRole('link', { name: 'Add provider' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Contoso' }).click();
  await expect(page.locator('#field-client_id')).toContainText('signet');
  await expect(page.locator('[name=client_id]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Test connection' })).toHaveCount(0);
  expect(await page.content()).not.toContain(canary);
  await page.goto(`${area.issuer}/admin/providers/corp/test`);
  await expect(page.getByText('Your role doesn’t allow this')).toBeVisible();
});

test('providers are reordered with a button, or by dragging with scripts', async ({
  page,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin/providers');
  const names = page.getByRole('rowheader');
  await expect(names).toContainText(['Contoso', 'GitHub']);
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Move GitHub up' }).click();
  else {
    await page.locator('[data-drag=github]').hover();
    await page.mouse.down();
    await page.locator('[data-drag=corp]').hover();
    await page.mouse.move(0, 0, { steps: 3 });
    await page.mouse.up();
  }
  await expect(page.locator('[data-flash]')).toContainText('Changed the order of 2 identity providers');
  await expect(names).toContainText(['GitHub', 'Contoso']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(names).toContainText(['Contoso', 'GitHub']);
});
