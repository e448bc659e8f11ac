import { readFile } from 'node:fs/promises';
import { expect, test } from '../test';
import { canary, openArea } from './area';

test('the filters of the audit log are in its address, and each value links to the events that share it', async ({
  page,
  area,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin/audit', 'bo');
  for (const [name, value] of [
    ['Category', 'sign_in'],
    ['Result', 'success'],
  ] as const) {
    await page.getByRole('button', { name: 'Filter' }).click();
    const filters = page.getByRole('region', { name: 'Filters' });
    await filters.getByLabel(name).selectOption(value);
    if (!javaScriptEnabled) await filters.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(new RegExp(`=${value}`));
  }
  await expect(page).toHaveURL(/group=sign_in.*outcome=success/);
  await expect(page.getByRole('row', { name: /bo signed in/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /created client/ })).toHaveCount(0);
  // The address alone shows the same events.
  await page.goto(page.url());
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Result: Success');
  await page
    .getByRole('row', { name: /bo signed in/ })
    .first()
    .getByRole('link', { name: 'bo signed in' })
    .click();
  await expect(page.getByText('sign_in.succeeded').first()).toBeVisible();
  await page.getByRole('link', { name: 'All by this actor' }).click();
  await expect(page).toHaveURL(/actor=/);
  await expect(page.getByRole('row', { name: /bo signed in/ }).first()).toBeVisible();
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('Lantern Books');
  await search.press('Enter');
  await expect(page.getByText('Showing events for Lantern Books (client)')).toBeVisible();
  await search.fill('alcie');
  await search.press('Enter');
  await expect(page.getByText('No user, client or object is called “alcie”')).toBeVisible();
  const missing = await page.goto(`${area.issuer}/admin/audit/nothing`);
  expect(missing?.status()).toBe(404);
});

test('a change shows each setting before and after, and links to its revision', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/clients/app-14/settings', 'bo');
  await page.locator('[name=client_name]').fill('Renamed by Bo');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await page.goto(`${area.issuer}/admin/audit?group=client&client=app-14`);
  await page.getByRole('link', { name: /changed client/ }).click();
  const row = page.getByRole('row', { name: /client_name/ });
  await expect(row).toContainText('Application 14');
  await expect(row).toContainText('Renamed by Bo');
  await page.locator('a[href^="/admin/history/"]').first().click();
  await expect(page.locator('h1')).toContainText('Revision');
  await expect(page.getByRole('row', { name: /client_name/ })).toContainText('Renamed by Bo');
});

test('the filtered events can be downloaded as a table or as JSON, and the download is recorded', async ({
  page,
  area,
}) => {
  await openArea(page, area.issuer, '/admin/audit', 'bo');
  await page.goto(`${area.issuer}/admin/audit?group=client&client=shop`);
  await expect(page.getByText('Up to 10,000 events')).toBeVisible();
  for (const [button, file] of [
    ['Download CSV', 'audit.csv'],
    ['Download NDJSON', 'audit.ndjson'],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(file);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('client.created');
    expect(text).toContain('Lantern Books');
    expect(text).not.toMatch(new RegExp(`app-1|${canary}|sha256:`));
  }
  await page.goto(`${area.issuer}/admin/audit?group=audit`);
  await expect(page.getByRole('row', { name: /bo exported the audit log/ })).toHaveCount(2);
});

test('pasting the reference of an error page finds the refused request', async ({ page, area }) => {
  const query = new URLSearchParams({
    client_id: 'shop',
    response_type: 'code',
    redirect_uri: 'https://evil.example/',
  });
  await openArea(page, area.issuer, '/admin/audit', 'bo');
  await page.goto(`${area.issuer}/connect/authorize?${query}`);
  const reference = /\b[0-9A-HJKMNP-TV-Z]{10}\b/.exec(await page.locator('main').innerHTML())?.[0] ?? '';
  await expect(async () => {
    await page.goto(`${area.issuer}/admin/audit`);
    await page.getByRole('main').getByRole('searchbox').fill(reference.toLowerCase());
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(`${area.issuer}/admin/debug/requests/${reference}`, { timeout: 1000 });
  }).toPass();
  await expect(page.locator('h1')).toContainText('redirect_uri');
  await expect(page.getByText('https://evil.example/').first()).toBeVisible();
});
