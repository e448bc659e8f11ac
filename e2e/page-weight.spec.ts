import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright/test';
import { openArea } from './admin/area';
import { password } from './fixtures';
import { expect, test } from './test';

/** ux §3.1: the maximum size of the compressed scripts on a first load. The form works before any script arrives. */
const scriptBudget = 7 * 1024;
const styleBudget = 20_000;
const documentBudget = 6_000;

/** The same for pages of the administration. */
const areaBudget = { document: 30_000, script: 11 * 1024, style: 17_000 } as const;

type Weight = { readonly document: number; readonly script: number; readonly style: number };

/** The compressed bytes that a first visit loads, without the pages in its frames. */
async function weigh(page: Page, open: () => Promise<unknown>): Promise<Weight> {
  const loading: Promise<readonly [string, number]>[] = [];
  const note = (response: Response) => {
    const kind = response.request().resourceType();
    if (
      response.frame() !== page.mainFrame() ||
      response.status() === 303 ||
      !['document', 'script', 'stylesheet'].includes(kind)
    )
      return;
    loading.push(response.body().then((body) => [kind, gzipSync(body).length] as const));
  };
  page.on('response', note);
  await open();
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const sizes = await Promise.all(loading);
  const sum = (kind: string) => sizes.filter(([of]) => of === kind).reduce((total, [, size]) => total + size, 0);
  return { document: sum('document'), script: sum('script'), style: sum('stylesheet') };
}

test('every interaction page is light, and its form works before any script', async ({
  browser,
  server,
  relyingParty,
}) => {
  const weights: Record<string, Weight> = {};
  const fresh = async (name: string, prepare: (page: Page) => Promise<string>) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const address = await prepare(page);
    // The earlier pages have filled the cache.
    const other = await context.newPage();
    const session = await context.newCDPSession(other);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    weights[name] = await weigh(other, () => other.goto(address));
    await context.close();
  };
  const start = async (page: Page) => {
    await page.goto(`${relyingParty.origin}/sign-in`);
    return page.url();
  };
  const consent = async (page: Page) => {
    await start(page);
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
    return page.url();
  };
  const askForCode = async () => {
    const body = new URLSearchParams({ client_id: 'tv', scope: 'openid profile' });
    const answer = await fetch(`${server.issuer}/connect/deviceauthorization`, { method: 'POST', body });
    return (await answer.json()).user_code;
  };
  await fresh('login', start);
  await fresh('signup', async (page) => (await start(page)).replace('/login?', '/signup?'));
  await fresh('realm', async (page) => (await start(page)).replace('/login?', '/realm?'));
  await fresh('consent', consent);
  await fresh('login (accounts)', async (page) => {
    await consent(page);
    await page.goto(`${relyingParty.origin}/sign-in?prompt=select_account`);
    return page.url();
  });
  await fresh('device', async () => `${server.issuer}/device`);
  await fresh('device-confirm', async (page) => {
    await consent(page);
    await page.goto(`${server.issuer}/device?user_code=${await askForCode()}`);
    await page.locator('button[value=continue]').click();
    await expect(page.locator('main[data-page=device-confirm]')).toBeVisible();
    return page.url();
  });
  await fresh('device-denied', async (page) => {
    await page.goto(`${server.issuer}/device?user_code=${await askForCode()}`);
    await page.locator('button[value=continue]').click();
    await page.locator('button[value=cancel]').click();
    await expect(page.locator('main[data-page=device-denied]')).toBeVisible();
    return page.url();
  });
  await fresh('logout', async (page) => {
    await consent(page);
    return `${server.issuer}/logout`;
  });
  await fresh('logged-out', async () => `${server.issuer}/logout?done=1`);
  for (const path of ['', '/security', '/passkeys', '/activity']) {
    await fresh(`account${path}`, async (page) => {
      await consent(page);
      return `${server.issuer}/account${path}`;
    });
  }
  await fresh('error', async () => `${server.issuer}/login?interaction=made-up`);
  await fresh('error (static)', async () => `${server.issuer}/connect/authorize?client_id=nobody`);
  const rows = Object.entries(weights).map(
    ([name, { document, script, style }]) =>
      `${name.padEnd(16)} document ${document} B, script ${script} B, style ${style} B`,
  );
  test.info().annotations.push({ type: 'compressed bytes of a first load', description: rows.join('\n') });
  process.stdout.write(`${rows.join('\n')}\n`);
  for (const [name, weight] of Object.entries(weights)) {
    expect.soft(weight.script, `${name}: script`).toBeLessThanOrEqual(scriptBudget);
    expect.soft(weight.style, `${name}: style`).toBeLessThanOrEqual(styleBudget);
    // A page outside Next contains its style.
    const room = weight.style === 0 ? styleBudget : 0;
    expect.soft(weight.document, `${name}: document`).toBeLessThanOrEqual(documentBudget + room);
  }
  expect(weights['error (static)']?.script).toBe(0);
});

test('every page of the administration is light', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  for (const path of [
    '/admin?range=90d&metric=tokens&table=1',
    '/admin/checks',
    '/admin/clients',
    '/admin/clients/new/web',
    '/admin/clients/shop',
    '/admin/clients/shop/quickstart',
    '/admin/clients/shop/tokens',
    '/admin/users/new',
    '/admin/providers/corp',
    '/admin/tenants/harbour/branding',
    '/admin/audit',
    '/admin/history',
    '/admin/keys',
    '/admin/settings/branding',
    '/admin/settings/sign-in',
  ]) {
    const weight = await weigh(page, () => page.goto(`${area.issuer}${path}`));
    for (const kind of ['document', 'script', 'style'] as const) {
      expect.soft(weight[kind], `${path}: ${kind}`).toBeLessThanOrEqual(areaBudget[kind]);
    }
    expect(weight.script, path).toBeGreaterThan(0);
  }
});

test('the sign-in form works while every script is still loading', async ({ page, relyingParty }) => {
  await page.route(/\/_signet\//, () => {
    // This request is never answered, so the page stays as the server sent it.
  });
  await page.goto(`${relyingParty.origin}/sign-in`, { waitUntil: 'commit' });
  await page.locator('input[name=username]').fill('bob');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
});
