import { expect, type Page } from 'playwright/test';
import { expectAccessible } from '../accessible';
import { test } from '../test';
import { openArea } from './area';

const pages = [
  '/admin/search',
  '/admin?range=30d&metric=failed&table=1',
  '/admin/demo',
  '/admin/audit?type=sign_in.failed&from=2026-01-01T00:00:00.000Z',
  '/admin/search?q=o',
  '/admin/search?q=nothing+like+this',
  '/admin/clients',
  '/admin/clients?q=nothing',
  '/admin/clients/new',
  '/admin/clients/new/web',
  '/admin/clients/import?from=shop',
  '/admin/clients/shop',
  '/admin/clients/shop/access',
  '/admin/clients/shop/preview',
  '/admin/clients/shop/credentials',
  '/admin/clients/shop/secret',
  '/admin/clients/shop/tokens',
  '/admin/clients/shop/activity',
  '/admin/clients/shop/quickstart',
  '/admin/clients/shop/settings',
  '/admin/clients/shop/json',
  '/admin/clients/shop/delete',
  '/admin/debug/simulator?client=shop&trial=nothing',
  '/admin/clients/nobody',
  '/admin/agents',
  '/admin/scopes',
  '/admin/scopes/new',
  '/admin/scopes/orders',
  '/admin/scopes/orders/translations',
  '/admin/scopes/orders/api',
  '/admin/scopes/openid',
  '/admin/scopes/orders/secret',
  '/admin/debug/simulator?client=shop&user=alice',
  '/admin/groups',
  '/admin/groups?q=nothing',
  '/admin/groups/new',
  '/admin/groups/crew',
  '/admin/groups/crew/add',
  '/admin/groups/crew/used',
  '/admin/users/groups?change=add&id.nobody=1',
  '/admin/groups/crew/settings',
  '/admin/groups/crew/activity',
  '/admin/groups/crew/delete',
  '/admin/providers',
  '/admin/providers?q=nothing',
  '/admin/providers/new',
  '/admin/providers/new/google',
  '/admin/providers/new/github?name=hub&display_name=Hub&issuer=',
  '/admin/providers/new/oidc?name=x&issuer=nothing',
  '/admin/providers/corp',
  '/admin/providers/corp?discover=1',
  '/admin/providers/corp/settings',
  '/admin/providers/corp/activity',
  '/admin/providers/corp/secret',
  '/admin/providers/corp/test',
  '/admin/providers/github',
  '/admin/providers/github/delete',
  '/admin/tenants',
  '/admin/tenants?q=nothing',
  '/admin/tenants/new',
  '/admin/tenants/harbour',
  '/admin/tenants/harbour/branding',
  '/admin/tenants/harbour/preview?look=dark',
  '/admin/settings',
  '/admin/settings/branding',
  '/admin/settings/branding/preview?look=dark&language=ar',
  '/admin/settings/sign-in',
  '/admin/tenants/harbour/activity',
  '/admin/tenants/meadow/delete',
  '/admin?range=24h',
  '/admin/checks',
  '/admin/checks?rule=scope_unused',
  '/admin/checks/dismiss?rule=scope_empty',
  '/admin/checks/dismissed',
  '/admin/debug/requests',
  '/admin/debug/traces',
  '/admin/debug/simulator?address=client_id%3Dshop%26response_type%3Dcode%26redirect_uri%3Dhttps%253A%252F%252Fevil.example',
];

/** Lists, and the link to one of their entries. */
const lists = [
  ['/admin/audit', 'main table a[href^="/admin/audit/"]'],
  ['/admin/history', 'main table a[href^="/admin/history/"]'],
] as const;

/** Every list: its rows are cards on a phone. */
const cards = [
  '/admin/clients',
  '/admin/scopes',
  '/admin/providers',
  '/admin/tenants',
  '/admin/users',
  '/admin/audit?range=all',
  '/admin/debug/requests',
  '/admin/debug/traces',
  '/admin/history',
];

/** What a phone shows of each row of a list. */
async function readCards(page: Page) {
  return page.evaluate(() => {
    const isShown = (cell: Element) => cell.getClientRects().length > 0 && cell.textContent !== '';
    const lines = [...document.querySelectorAll('main tbody tr')];
    return {
      isCut: document.documentElement.scrollWidth > window.innerWidth,
      lines: lines.map((line) => {
        const shown = [...line.querySelectorAll('th, td')].filter(isShown);
        const isInView = shown.every((cell) => cell.getBoundingClientRect().right <= window.innerWidth);
        return { isInView, hasName: line.querySelector('th') !== null, facts: shown.length };
      }),
    };
  });
}

test('no list is cut off on a phone: every row shows a name, a state and two facts', async ({ page, area }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openArea(page, area.issuer, '/admin/debug/traces');
  // The trace keeps running after this test, and other tests use the same server. None of them traces this client.
  await page.locator('[name=client]').fill('app-15');
  await page.getByRole('button', { name: 'Start trace' }).click();
  await page.goto(
    `${area.issuer}/connect/authorize?client_id=shop&response_type=code&redirect_uri=https://evil.example`,
  );
  await expect(async () => {
    await page.goto(`${area.issuer}/admin/debug/requests`);
    await expect(page.locator('main tbody tr')).not.toHaveCount(0, { timeout: 500 });
  }).toPass();
  for (const path of cards) {
    await page.goto(`${area.issuer}${path}`);
    const { isCut, lines } = await readCards(page);
    expect(isCut, path).toBe(false);
    expect(lines.length, path).toBeGreaterThan(0);
    const wrong = lines.filter(({ isInView, hasName, facts }) => !isInView || !hasName || facts < 4);
    expect(wrong, path).toEqual([]);
  }
});

/** Each script of a page: its address or its text. A page has one script of ours and none of a framework (decision 002). */
function listScripts(page: Page): Promise<string[]> {
  const scripts = page.locator('script:not([type="application/json"])');
  return scripts.evaluateAll((found) => found.map((script) => script.getAttribute('src') ?? script.textContent ?? ''));
}

test('the pages of the administration are accessible', async ({ page, area }) => {
  test.setTimeout(600_000);
  // They are in English, regardless of the browser's language.
  await page.setExtraHTTPHeaders({ 'accept-language': 'ar' });
  await openArea(page, area.issuer, '/admin/clients');
  for (const path of pages) {
    await page.goto(`${area.issuer}${path}`);
    await expect(page.locator('html[lang=en][dir=ltr]'), path).toBeAttached();
    expect(await listScripts(page), path).toEqual([expect.stringMatching(/^\/_signet\/admin-[\w-]+\.js$/)]);
    await expectAccessible(page);
  }
  for (const [path, link] of lists) {
    await page.goto(`${area.issuer}${path}`);
    await expectAccessible(page);
    await page.locator(link).first().click();
    await page.waitForURL((url) => url.pathname !== path);
    await expectAccessible(page);
  }
});
