import { expect, test } from '../../test';
import { expectAccessiblePage, openArea } from './open-area';

const tabs = ['Security', 'Sessions', 'Apps', 'Linked identities', 'Roles', 'Activity'];

test('the pages about users are accessible', async ({ page, server }) => {
  test.slow();
  await openArea(page, `${server.issuer}/admin/users`, 'owner');
  await page.goto(`${server.issuer}/admin/users`);
  await expectAccessiblePage(page);
  await page.goto(`${server.issuer}/admin/users?q=nobody-at-all`);
  await expectAccessiblePage(page);
  await page.goto(`${server.issuer}/admin/users/new`);
  await expectAccessiblePage(page);
});

test('the pages of an account are accessible', async ({ page, server }) => {
  test.slow();
  await openArea(page, `${server.issuer}/admin/users`, 'owner');
  await page.goto(`${server.issuer}/admin/users?q=alice`);
  await page.getByRole('link', { name: 'alice' }).click();
  await expect(page.locator('h1')).toHaveText('alice');
  await expectAccessiblePage(page);
  for (const tab of tabs) {
    await page.getByRole('link', { name: tab }).click();
    await expect(page.locator('nav a[aria-current]').filter({ hasText: tab })).toBeVisible();
    await expectAccessiblePage(page);
  }
  await page.goto(`${server.issuer}/admin/users/nobody`);
  await expect(page.getByText('There is nothing here')).toBeVisible();
});

test('the pages about keys and settings are accessible', async ({ page, server }) => {
  test.slow();
  await openArea(page, `${server.issuer}/admin/keys`, 'owner');
  await expectAccessiblePage(page);
  await page.getByRole('link', { name: 'Revoke…' }).first().click();
  await expect(page.getByRole('heading', { name: 'Revoke this key' })).toBeVisible();
  await expectAccessiblePage(page);
  await page.goto(`${server.issuer}/admin/settings`);
  await expectAccessiblePage(page);
});
