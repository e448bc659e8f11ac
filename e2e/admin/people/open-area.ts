import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, password } from '../../fixtures';

/** Opens a page of the administration as a person of a role, who signs in for it. */
export async function openArea(page: Page, address: string, role: 'owner' | 'editor' | 'auditor'): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=username]').fill(`the-${role}`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page^=admin-]')).toBeVisible();
}

/** What axe finds, in light and dark, and that nothing makes a phone scroll sideways (WCAG 1.4.10). */
export async function expectAccessiblePage(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  if (size !== null) await page.setViewportSize(size);
}
