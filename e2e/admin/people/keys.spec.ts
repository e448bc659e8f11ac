import { expect, test } from '../../test';
import { openArea } from './open-area';

test('an owner rotates the keys and revokes one (security #161)', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/keys`, 'owner');
  await page.getByRole('link', { name: 'Rotate keys' }).click();
  await expect(page.getByText('New keys are published for RS256 and ES256.')).toBeVisible();
  await page.getByRole('button', { name: 'Rotate keys' }).click();
  await expect(page).toHaveURL(`${server.issuer}/admin/keys`);
  await expect(page.getByText('Starts signing in')).toHaveCount(2);
  const kid = (await page.locator('[data-kid]').first().getAttribute('data-kid')) ?? '';
  await page.getByRole('button', { name: `Actions: ${kid}` }).click();
  await page.getByRole('link', { name: 'Revoke…' }).click();
  // A dialog with scripts, a page without.
  const question = page.locator('[data-confirmation]', { hasText: 'Revoke this key?' });
  await question.getByLabel(`Type ${kid} to confirm`).fill('yes');
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page).toHaveURL(/\/revoke\/submit$/);
  await expect(page.locator('#field-typed-problem')).toContainText(kid);
  await expect(page.getByLabel(`Type ${kid} to confirm`)).toHaveValue('yes');
  await page.goto(page.url());
  await expect(page).toHaveURL(`${server.issuer}/admin/keys/${kid}/revoke`);
  await page.getByLabel(`Type ${kid} to confirm`).fill(kid);
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page).toHaveURL(`${server.issuer}/admin/keys`);
  await expect(page.locator('main')).not.toContainText(kid);
  const jwks = await (await page.request.get(`${server.issuer}/.well-known/openid-configuration/jwks`)).text();
  expect(jwks).not.toContain(kid);
  expect(jwks).not.toContain('"d"');
});

test('an editor sees the keys but cannot change them', async ({ page, server }) => {
  await openArea(page, `${server.issuer}/admin/keys`, 'editor');
  await expect(page.getByText('Only owners can rotate and revoke keys.')).toBeVisible();
  await expect(page.locator('main form')).toHaveCount(0);
  await page.goto(`${server.issuer}/admin/settings/branding`);
  await expect(page.getByText('Only an owner can change these.')).toBeVisible();
});

test('an owner changes the portal', async ({ page, server, javaScriptEnabled }) => {
  await openArea(page, `${server.issuer}/admin/settings/sessions`, 'owner');
  const length = page.getByRole('textbox', { name: 'Remembered session length' });
  const unit = page.getByLabel('Remembered session length: unit');
  await length.fill('0');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('#field-remember_seconds-problem')).toBeVisible();
  await length.fill('31');
  await unit.selectOption('days');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('main [role=alert]')).toHaveCount(0);
  await page.goto(`${server.issuer}/admin/settings#field-remember_seconds`);
  if (!javaScriptEnabled) await page.getByRole('link', { name: 'Remembered session length' }).click();
  await expect(page).toHaveURL(/settings\/sessions#field-remember_seconds$/);
  await expect(length).toHaveValue('31');
  await expect(unit).toHaveValue('days');
});
