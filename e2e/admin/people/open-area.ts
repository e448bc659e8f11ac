import type { Page } from 'playwright/test';
import { expectAccessible } from '../../accessible';
import { password } from '../../fixtures';
import { expect } from '../../test';

/** Opens a page of the administration as a person of a role, who signs in for it. */
export async function openArea(page: Page, address: string, role: 'owner' | 'editor' | 'auditor'): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=username]').fill(`the-${role}`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page^=admin-]')).toBeVisible();
}

/** Accessible in light and dark, and on a phone. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  if (size !== null) await page.setViewportSize(size);
}
