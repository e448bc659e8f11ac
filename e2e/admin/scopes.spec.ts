import { expect, test } from '../test';
import { canary, openArea } from './area';

test('a scope is created, gets texts in a language, and has a preview of what people see', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/scopes');
  await page.getByRole('link', { name: 'New scope' }).click();
  const name = `made:${Date.now()}`;
  await page.locator('[name=name]').fill('with space');
  await page.locator('[name=display_name]').fill('Invoices');
  await page.getByRole('button', { name: 'Create scope' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Name: use visible ASCII characters');
  await expect(page.locator('[name=display_name]')).toHaveValue('Invoices');
  await page.locator('[name=name]').fill(name);
  await page.getByRole('button', { name: 'Create scope' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await page.locator('[name=description]').fill('Read your invoices');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The preview comes from the server and shows the text before it is saved.
  const preview = page.locator('[data-consent-preview]');
  await expect(preview).toContainText('Read your invoices');
  await page.getByRole('link', { name: 'Translations' }).click();
  await expect(page.getByRole('row', { name: /Deutsch/ })).toContainText('Missing');
  await page.locator('[name="texts.de.display_name"]').fill('Rechnungen');
  await page.locator('[name=added_language]').fill('da');
  await page.locator('[name="texts.added.display_name"]').fill('Fakturaer');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Changed translations');
  await expect(page.locator('[name="texts.de.display_name"]')).toHaveValue('Rechnungen');
  await expect(page.locator('[name="texts.da.display_name"]')).toHaveValue('Fakturaer');
  await page.locator('#preview').getByText('Deutsch', { exact: true }).click();
  await expect(preview).toContainText('Rechnungen');
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.locator('[name=typed]').fill((await page.locator('h1').textContent()) ?? '');
  await page.getByRole('button', { name: 'Delete scope' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Deleted scope');
});

test('a scope that is used cannot be deleted, and no page shows its secrets', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/scopes/orders');
  await expect(page.getByText('Remove this scope from all clients')).toBeVisible();
  await page.getByRole('link', { name: 'Used by' }).click();
  await expect(page.getByRole('link', { name: 'Lantern Books', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  expect(await page.content()).not.toContain(canary);
  expect(await page.content()).not.toContain('sha256:');
  await page.getByRole('link', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Create secret' }).click();
  await expect(page.locator('[data-value="Client secret"]')).toHaveText(/^[\w-]{43}$/);
});

test('the simulator shows the claims for a client, a person and scopes', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/debug/simulator');
  const moved = await page.request.get(`${area.issuer}/admin/debug/tokens?user=alice`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, '/admin/debug/simulator?user=alice']);
  await page.locator('[name=user]').fill('alice');
  await page.locator('[name=client]').fill('shop');
  await page.locator('[name=scope]').fill('openid email orders');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByText('"aud": "orders"')).toBeVisible();
  // The claim is in the ID token, because the client authenticates, and at UserInfo.
  await expect(page.getByText('"email": "alice@example.com"')).toHaveCount(2);
  await page.locator('[name=user]').fill('nobody');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByText('No user is called “nobody”')).toBeVisible();
});
