import type { Page } from 'playwright';
import { people } from './configuration';
import { type AccountsTour, signIn, waitFor } from './tour';

/** An administrator creates a link for a new password, and the person opens it. */
export async function walkAdministration({ page, issuer, take }: AccountsTour): Promise<void> {
  await page.goto(`${issuer}/admin/users?q=${people.owner}`);
  await signIn(page, people.administrator);
  await page.locator('main table a[href^="/admin/users/"]').first().click();
  await page.waitForURL(/\/admin\/users\/[\w-]+$/);
  await page.goto(`${page.url()}/password-link`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.goto((await page.locator('[role=status] code').textContent()) ?? '');
  await waitFor(page, 'setup');
  await take('setup');
  await setPassword(page, 'short');
  await page.waitForSelector('[role=alert]');
  await take('setup-error');
  await setPassword(page, 'purple otter counts seventeen clocks');
  await waitFor(page, 'setup-done');
  await take('setup-done');
}

async function setPassword(page: Page, typed: string): Promise<void> {
  for (const name of ['password', 'confirmation']) await page.fill(`input[name=${name}]`, typed);
  await page.keyboard.press('Enter');
}
