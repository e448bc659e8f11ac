import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, password, test } from './fixtures';

const looks = [
  { name: 'light, desktop', locale: 'en-GB', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark, 320 px', locale: 'en-GB', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  { name: 'light, 320 px, right to left', locale: 'ar', colorScheme: 'light', viewport: { width: 320, height: 640 } },
  { name: 'dark, desktop, right to left', locale: 'ar', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
] as const;

/** What axe finds against WCAG 2.2 AA and its best practices. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** A page that is wider than the screen makes people scroll sideways (WCAG 1.4.10). */
async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page), page.url()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), page.url()).toBe(true);
}

for (const { name, locale, colorScheme, viewport } of looks) {
  test.describe(name, () => {
    test.use({ locale, colorScheme, viewport });

    const signIn = async (page: Page, username: string) => {
      await page.locator('input[name=username]').fill(username);
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[value=sign_in]').click();
      await expect(page.locator('main[data-page=consent]')).toBeVisible();
    };

    test('the chooser, a tenant’s pages and the device pages are accessible', async ({
      page,
      server,
      relyingParty,
    }) => {
      const start = `${relyingParty.origin}/sign-in`;
      await page.goto(start);
      await signIn(page, 'alice');
      await page.goto(`${start}?prompt=select_account&acr_values=tenant:acme`);
      await expect(page.locator('button[value=continue]').first()).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${start}?prompt=login&acr_values=tenant:acme`);
      await expectAccessible(page);
      await page.goto(`${start}?acr_values=tenant:acme`);
      await expectAccessible(page);
      await page.goto(`${server.issuer}/device?acr_values=tenant:acme`);
      await expectAccessible(page);
      const body = new URLSearchParams({ client_id: 'tv', scope: 'openid profile' });
      const answer = await fetch(`${server.issuer}/connect/deviceauthorization`, { method: 'POST', body });
      await page.goto(`${server.issuer}/device?user_code=${(await answer.json()).user_code}`);
      await expectAccessible(page);
      await page.locator('button[value=continue]').click();
      await expect(page.locator('main[data-page=device-confirm]')).toBeVisible();
      await expectAccessible(page);
      await page.locator('button[value=deny]').click();
      await expect(page.locator('main[data-page=device-denied]')).toBeVisible();
      await expectAccessible(page);
    });
  });
}
