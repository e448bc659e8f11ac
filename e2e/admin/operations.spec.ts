import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, test } from '../test';
import { openArea } from './operations-area';

const heading = (page: Page) => page.locator('h1');

test('the overview shows what needs attention and links to the checks', async ({ page, operationsArea: area }) => {
  await openArea(page, area.issuer, '/admin');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByText('Wrong password').first()).toBeVisible();
  await page.getByRole('link', { name: '30d', exact: true }).click();
  await expect(page).toHaveURL(/range=30d/);
  await page.getByRole('link', { name: 'Failed sign-ins', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Failed sign-ins' })).toBeVisible();
  const total = page.locator('[data-metric=failed]').getByRole('link', { name: /failed sign-ins in the audit log/ });
  const failed = (await total.textContent()) ?? '';
  await total.click();
  await expect(heading(page)).toHaveText('Audit log');
  await expect(page.locator('[data-total]')).toHaveText(failed);
  await page.goBack();
  await page.getByRole('link', { name: 'Client without PKCE', exact: true }).click();
  await expect(heading(page)).toHaveText('Client without PKCE');
  await expect(page.getByRole('row', { name: /Lantern Books/ })).toBeVisible();
  await page.getByRole('link', { name: 'All checks' }).click();
  await expect(heading(page)).toHaveText('Checks');
  expect(await page.content()).not.toMatch(/canary|sha256:/);
});

test('a finding of the checks is dismissed until a date and restored', async ({ page, operationsArea: area }) => {
  await openArea(page, area.issuer, '/admin/checks', 'bo');
  await expect(page.getByRole('link', { name: 'Fix: unused', exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Dismiss “Unused scope” for unused', exact: true }).click();
  await page.getByLabel('Note (optional)').fill('Being set up');
  await page.getByLabel('Show again on (optional)').fill('');
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByText('Dismissed the check.')).toBeVisible();
  await page.getByRole('link', { name: 'Dismissed 1', exact: true }).click();
  await expect(page.getByRole('row', { name: /unused.*Being set up.*bo.*No end date/ })).toBeVisible();
  await page.getByRole('button', { name: 'Restore unused' }).click();
  await expect(page.getByText('No dismissed checks')).toBeVisible();
  await page.goto(`${area.issuer}/admin/checks/fix?rule=pkce_missing`);
  await expect(heading(page)).toHaveText('Fix “Client without PKCE” for 1 client?');
  await expect(page.getByText('Sign-ins fail for apps that don’t send PKCE.')).toBeVisible();
});

test('a refused request is found by its reference and explained', async ({ page, operationsArea: area }) => {
  const query = 'client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fshop.example%2Fcallback%2F';
  await openArea(page, area.issuer, '/admin/debug/requests', 'bo');
  await page.goto(`${area.issuer}/connect/authorize?${query}`);
  const reference = /\b[0-9A-HJKMNP-TV-Z]{10}\b/.exec(await page.locator('main').innerHTML())?.[0] ?? '';
  const record = page.getByRole('link', { name: 'Investigate in the admin area' });
  await expect(record).toHaveAttribute('href', `/admin/debug/requests/${reference}`);
  await expect(async () => {
    await page.goto(`${area.issuer}/admin/debug/requests`);
    await expect(page.getByRole('link', { name: reference })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Filter' }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByRole('textbox', { name: 'Reference' }).fill(reference.toLowerCase());
  await filters.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('link', { name: reference }).click();
  await expect(page.locator('mark')).toHaveText('/');
  await expect(page.getByText('First difference: trailing slash')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open setting' })).toHaveAttribute(
    'href',
    '/admin/clients/shop/settings',
  );
  // Two clicks add a URI on a registered host, and a third one undoes it.
  await page.getByRole('link', { name: 'Add this URI' }).click();
  await page.getByRole('button', { name: 'Add redirect URI' }).click();
  await expect(page.locator('[data-flash]')).toContainText('redirect URIs');
  await expect(page.getByRole('link', { name: 'Add this URI' })).toHaveCount(0);
  await page.locator('[data-flash]').getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-flash]')).toContainText(/^Undid revision/);
  await page.goto(`${area.issuer}/admin/debug/requests?client=nobody`);
  await expect(page.getByText('No refused requests match')).toBeVisible();
  const missing = await page.goto(`${area.issuer}/admin/debug/requests/0000000000`);
  expect(missing?.status()).toBe(404);
});

test('the simulator shows the result of a request that was never sent', async ({ page, operationsArea: area }) => {
  await openArea(page, area.issuer, '/admin/debug/simulator');
  const query = 'client_id=shop&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fshop.example%2Fcallback';
  await page.getByLabel('Authorization URL').fill(`${area.issuer}/connect/authorize?${query}`);
  await page.locator('input[name=user]').fill('au');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByRole('heading', { name: 'The request is accepted' })).toBeVisible();
  await expect(page.getByText('Is asked for consent')).toBeVisible();
  await expect(page.getByText('"aud": "shop"')).toBeVisible();
  await page.getByLabel('Authorization URL').fill(`${query}%2F`);
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByRole('heading', { name: 'The request is refused' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('/');
});

test('the configuration is exported, changed and imported in the area after a review of the plan (admin statement 37)', async ({
  page,
  operationsArea: area,
  javaScriptEnabled,
}) => {
  const name = javaScriptEnabled === false ? 'billing' : 'invoices';
  await openArea(page, area.issuer, '/admin/settings/import-export', 'bo');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export without secrets' }).click();
  const exported = readFileSync(await (await started).path(), 'utf8');
  expect(exported).toContain('client_id: shop');
  expect(exported).not.toMatch(/canary|sha256:/);

  const changed = exported
    .replace('client_name: Lantern Books', 'client_name: Lantern')
    .replace(/^scopes:$/m, `scopes:\n  - name: ${name}\n    type: resource`);
  const importing = page.getByRole('form', { name: 'Import configuration' });
  await importing.getByLabel('Configuration').fill(changed);
  await importing.getByRole('button', { name: 'Review plan' }).click();
  const plan = page.getByRole('status').filter({ hasText: 'Changes 2 entries' });
  await expect(plan).toContainText(`Create scope ${name}`);
  await expect(plan.locator('del')).toContainText('Lantern Books');
  const scope = await page.context().newPage();
  expect((await scope.goto(`${area.issuer}/admin/scopes/${name}`))?.status(), 'nothing is written yet').toBe(404);
  await importing.getByRole('button', { name: 'Import configuration' }).click();
  await expect(page.locator('[data-flash]')).toBeVisible();
  expect((await scope.goto(`${area.issuer}/admin/scopes/${name}`))?.status()).toBe(200);

  await page.locator('[data-flash]').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /^Undo/ }).last().click();
  await page.goto(`${area.issuer}/admin/clients/shop`);
  await expect(heading(page)).toContainText('Lantern Books');
});
