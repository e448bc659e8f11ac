import AxeBuilder from '@axe-core/playwright';
import { expect, openArea, test } from './area';

const pages = [
  '/admin/clients',
  '/admin/clients?q=nothing',
  '/admin/clients/new',
  '/admin/clients/new/web',
  '/admin/clients/shop',
  '/admin/clients/shop/urls',
  '/admin/clients/shop/permissions',
  '/admin/clients/shop/credentials',
  '/admin/clients/shop/secret',
  '/admin/clients/shop/tokens',
  '/admin/clients/shop/sign-in',
  '/admin/clients/shop/activity',
  '/admin/clients/shop/guide',
  '/admin/clients/shop/json',
  '/admin/clients/shop/delete',
  '/admin/clients/nobody',
  '/admin/scopes',
  '/admin/scopes/new',
  '/admin/scopes/orders',
  '/admin/scopes/openid',
  '/admin/scopes/orders/secret',
  '/admin/scopes/try?client=shop&user=alice',
  '/admin?range=24h',
  '/admin/checks',
  '/admin/checks?rule=scope_unused',
  '/admin/requests',
  '/admin/simulate?address=client_id%3Dshop%26response_type%3Dcode%26redirect_uri%3Dhttps%253A%252F%252Fevil.example',
];

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const) {
  test(`the pages of the administration are accessible (${colorScheme}, ${width} px)`, async ({ page, area }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await openArea(page, area.issuer, '/admin/clients');
    for (const path of pages) {
      await page.goto(`${area.issuer}${path}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), path).toBe(true);
    }
  });
}
