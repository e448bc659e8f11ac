import type { Page } from 'playwright/test';
import { password } from '../../fixtures';
import { expect } from '../../test';

/** Opens a page of the administration and signs in with a role. */
export async function openArea(page: Page, address: string, role: 'owner' | 'editor' | 'auditor'): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=username]').fill(`the-${role}`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page^=admin-]')).toBeVisible();
}
