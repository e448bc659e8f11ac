import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, password, test } from './fixtures';

const looks = [
  { name: 'light, desktop', colorScheme: 'light', viewport: { width: 1280, height: 800 }, language: 'en' },
  { name: 'dark, 320 px', colorScheme: 'dark', viewport: { width: 320, height: 640 }, language: 'en' },
  { name: 'light, 320 px, right to left', colorScheme: 'light', viewport: { width: 320, height: 640 }, language: 'ar' },
  { name: 'dark, desktop, right to left', colorScheme: 'dark', viewport: { width: 1280, height: 800 }, language: 'ar' },
  { name: 'light, 320 px, long words', colorScheme: 'light', viewport: { width: 320, height: 640 }, language: 'en-XA' },
] as const;

/** What axe finds against WCAG 2.2 AA and its best practices. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** A page that is wider than the screen makes people scroll sideways (WCAG 1.4.10). */
async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

for (const { name, colorScheme, viewport, language } of looks) {
  test(`the pages of a sign-in are accessible (${name})`, async ({ page, server, relyingParty }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.goto(`${server.issuer}/?locale=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectAccessible(page);
    await page.goto(`${relyingParty.origin}/sign-in?login_hint=alice`);
    await expectAccessible(page);
    await page.locator('a[href^="/signup?"]').click();
    await expect(page.locator('main[data-page=signup]')).toBeVisible();
    await expectAccessible(page);
    await page.locator('button[value=sign_up]').click();
    await expect(page.locator('[role=alert]').first()).toBeVisible();
    await expectAccessible(page);
    await page.locator('a[href^="/login?"]').click();
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill('wrong');
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('[role=alert]').first()).toBeVisible();
    await expectAccessible(page);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${server.issuer}/logout`);
    await expectAccessible(page);
    await page.locator('button[value=sign_out]').click();
    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${server.issuer}/connect/authorize?client_id=nobody`);
    await expectAccessible(page);
    await page.goto(`${server.issuer}/nowhere`);
    await expectAccessible(page);
  });
}
