import { expectAccessible } from '../../accessible';
import { expect, test } from '../../test';
import { openArea } from './open-area';

test('the pages about users are accessible', async ({ page, server }) => {
  test.slow();
  await openArea(page, `${server.issuer}/admin/users`, 'owner');
  await page.goto(`${server.issuer}/admin/users`);
  await expectAccessible(page);
  await page.goto(`${server.issuer}/admin/users?q=nobody-at-all`);
  await expectAccessible(page);
  await page.goto(`${server.issuer}/admin/users/new`);
  await expectAccessible(page);
});

test('the pages of an account are accessible', async ({ page, server }) => {
  test.slow();
  await openArea(page, `${server.issuer}/admin/users`, 'owner');
  await page.goto(`${server.issuer}/admin/users?q=alice`);
  await page.getByRole('link', { name: 'alice' }).click();
  await expect(page.locator('h1')).toHaveText('alice Example');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Failed', exact: true }).click();
  await expect(page.locator('#timeline a[aria-current]')).toHaveText('Failed');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Help sign in' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Username')).toHaveValue('alice');
  await expectAccessible(page);
  await page.goto(`${server.issuer}/admin/users/nobody`);
  await expect(page.getByText('Page not found')).toBeVisible();
});

test('the pages about keys and settings are accessible', async ({ page, server }) => {
  test.slow();
  await openArea(page, `${server.issuer}/admin/keys`, 'owner');
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Actions: / })
    .first()
    .click();
  await page.getByRole('link', { name: 'Revoke…' }).click();
  await expect(page.getByRole('heading', { name: 'Revoke this key' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${server.issuer}/admin/keys/rotate`);
  await expectAccessible(page);
  await page.goto(`${server.issuer}/admin/settings/sign-in`);
  await expectAccessible(page);
});
