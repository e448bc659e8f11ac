import { people } from './configuration';
import { type AccountsTour, signIn } from './tour';

/** What an administrator sees of people’s factors. */
export async function walkAdministration({ page, issuer, take }: AccountsTour): Promise<void> {
  await page.goto(`${issuer}/admin/users?q=${people.owner}`);
  await signIn(page, people.administrator);
  await page.locator('main table a[href^="/admin/users/"]').first().click();
  await page.waitForURL(/\/admin\/users\/[\w-]+$/);
  await page.goto(`${page.url()}/security`, { waitUntil: 'networkidle' });
  await take('admin-user-factors');
}
