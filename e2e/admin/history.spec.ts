import { expect, test } from '../test';
import { openArea, openAs } from './area';

async function rename(page: Parameters<typeof openArea>[0], issuer: string, clientId: string, name: string) {
  await page.goto(`${issuer}/admin/clients/${clientId}/settings`);
  await page.locator('[name=client_name]').fill(name);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
}

test('an owner undoes one change, compares a revision and restores it', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/history');
  await rename(page, area.issuer, 'app-20', 'First name');
  await rename(page, area.issuer, 'app-20', 'Second name');
  // The undo immediately after the change, on the page of the change.
  await expect(page.locator('[data-flash]')).toContainText('Changed name of Second name.');
  await page.locator('[data-flash]').getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-flash]')).toContainText(/^Undid revision/);
  await expect(page).toHaveURL(/\/admin\/clients\/app-20\/settings(#general)?$/);
  await expect(page.locator('[name=client_name]')).toHaveValue('First name');
  await page.reload();
  await expect(page.locator('[data-flash]')).toHaveCount(0);
  // The undo later, in the history. Another setting was changed in the meantime, so the undo is reviewed first.
  await page.locator('[name=client_uri]').fill('https://app-20.example/home');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.goto(`${area.issuer}/admin/history`);
  await expect(page.getByRole('row').nth(1)).toContainText('Current');
  await page.getByRole('row').nth(4).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Changed since: app-20')).toBeVisible();
  const row = page.getByRole('row', { name: /client_name/ });
  await expect(row.locator('del')).toContainText('First name');
  await page.getByLabel('Note').fill('the first was wrong too');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(`${area.issuer}/admin/history`);
  await expect(page.getByRole('row').nth(1)).toContainText('the first was wrong too');
  // The undo of all later changes together.
  await page.getByRole('row').nth(5).getByRole('link', { name: /^#/ }).click();
  await page.getByRole('link', { name: 'Restore to this point' }).click();
  await expect(page.locator('main summary', { hasText: 'app-20' }).first()).toContainText('changed');
  await page.getByLabel('Note').fill('the second was wrong');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.waitForURL(`${area.issuer}/admin/history`);
  await expect(page.getByRole('row').nth(1)).toContainText('the second was wrong');
  await page.goto(`${area.issuer}/admin/clients/app-20/settings`);
  await expect(page.locator('[name=client_name]')).toHaveValue('First name');
  await page.goto(`${area.issuer}/admin/audit?group=configuration`);
  await expect(page.getByRole('row', { name: /root restored an earlier configuration/ }).first()).toBeVisible();
});

test('a restore is refused when somebody else made a change since, and shows that change', async ({
  page,
  browser,
  area,
}) => {
  await openArea(page, area.issuer, '/admin/history');
  await rename(page, area.issuer, 'app-21', 'Mine');
  await rename(page, area.issuer, 'app-21', 'Mine too');
  await page.goto(`${area.issuer}/admin/history`);
  await page.getByRole('row').nth(2).getByRole('link', { name: /^#/ }).click();
  await page.getByRole('link', { name: 'Restore to this point' }).click();
  await page.getByLabel('Note').fill('kept while refused');
  const context = await browser.newContext();
  const other = await openAs(context, area.issuer, '/admin/clients', 'bo');
  await rename(other, area.issuer, 'app-22', 'Of somebody else');
  await context.close();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Review what restoring would change now').first()).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('kept while refused');
  // The list now includes the other change, so the next click covers it.
  await expect(page.locator('main summary', { hasText: 'app-22' }).first()).toContainText('changed');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.waitForURL(`${area.issuer}/admin/history`);
  await expect(page.getByRole('row').nth(1)).toContainText('kept while refused');
});

test('an auditor can compare revisions but not restore one', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/history', 'au');
  await page.getByRole('row').nth(1).getByRole('link', { name: /^#/ }).click();
  await expect(page.locator('h1')).toContainText('Revision');
  await expect(page.getByRole('link', { name: 'Restore to this point' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  // The first revision creates everything. Its entries are folded, so the page stays short (admin statement 36).
  await page.goto(`${area.issuer}/admin/history/1`);
  expect(await page.locator('main details details').count()).toBeGreaterThan(20);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5000);
  }
  const missing = await page.goto(`${area.issuer}/admin/history/999999`);
  expect(missing?.status()).toBe(404);
});
