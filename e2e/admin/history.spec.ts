import { expect, test } from '../test';
import { openArea, openAs } from './area';

async function rename(page: Parameters<typeof openArea>[0], issuer: string, clientId: string, name: string) {
  await page.goto(`${issuer}/admin/clients/${clientId}`);
  await page.locator('[name=client_name]').fill(name);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').first()).toContainText('Saved');
}

test('an owner compares a revision and goes back to it', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/history');
  await rename(page, area.issuer, 'app-20', 'First name');
  await rename(page, area.issuer, 'app-20', 'Second name');
  await page.goto(`${area.issuer}/admin/history`);
  await page.getByRole('row').nth(2).getByRole('link').click();
  await expect(page.getByRole('row', { name: /client_name/ })).toContainText('First name');
  await expect(page.getByText('~ client app-20', { exact: false })).toBeVisible();
  await page.getByLabel('Reason').fill('the second was wrong');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.waitForURL(`${area.issuer}/admin/history`);
  await expect(page.getByRole('row').nth(1)).toContainText('the second was wrong');
  await page.goto(`${area.issuer}/admin/clients/app-20`);
  await expect(page.locator('[name=client_name]')).toHaveValue('First name');
  await page.goto(`${area.issuer}/admin/audit?group=configuration`);
  await expect(page.getByRole('row', { name: /Earlier configuration restored.*root/ }).first()).toBeVisible();
});

test('a restore is refused when somebody changed something since: nothing is undone unseen', async ({
  page,
  browser,
  area,
}) => {
  await openArea(page, area.issuer, '/admin/history');
  await rename(page, area.issuer, 'app-21', 'Mine');
  await rename(page, area.issuer, 'app-21', 'Mine too');
  await page.goto(`${area.issuer}/admin/history`);
  await page.getByRole('row').nth(2).getByRole('link').click();
  await page.getByLabel('Reason').fill('kept while refused');
  const context = await browser.newContext();
  const other = await openAs(context, area.issuer, '/admin/clients', 'bo');
  await rename(other, area.issuer, 'app-22', 'Of somebody else');
  await context.close();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The configuration was changed since').first()).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('kept while refused');
  // The list has what somebody else changed, so that pressing again means that too.
  await expect(page.getByText('~ client app-22', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.waitForURL(`${area.issuer}/admin/history`);
  await expect(page.getByRole('row').nth(1)).toContainText('kept while refused');
});

test('an auditor compares and cannot restore', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/history', 'au');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.locator('h1')).toContainText('Revision');
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  const missing = await page.goto(`${area.issuer}/admin/history/999999`);
  expect(missing?.status()).toBe(404);
});
