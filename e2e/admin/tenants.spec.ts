import { expect, test } from '../test';
import { openArea, openAs } from './area';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 36"><circle cx="18" cy="18" r="16" fill="#75a"/></svg>';

const authorize =
  '/connect/authorize?client_id=shop&response_type=code&redirect_uri=https%3A%2F%2Fshop.example%2Fcallback&scope=openid' +
  '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256';

test('a tenant is created, its look has a preview before it is saved, and people see it', async ({
  page,
  browser,
  area,
  javaScriptEnabled,
}) => {
  page.setDefaultTimeout(10_000);
  const name = `quay-${Date.now()}`;
  await openArea(page, area.issuer, '/admin/tenants');
  await page.getByRole('link', { name: 'New tenant' }).click();
  await page.locator('[name=display_name]').fill('Quay');
  await page.locator('[name=name]').fill('with space');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('alert').first()).toContainText('ID: use letters, digits');
  await expect(page.locator('[name=display_name]')).toHaveValue('Quay');
  await page.locator('[name=name]').fill(name);
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Created tenant');

  const preview = page.frameLocator('iframe[name=preview]');
  await expect(preview.getByText('Example app').first()).toBeVisible();
  await page.locator('[name="theme.radius"]').fill('24px');
  await page.locator('[name="theme.primary"]').fill('#ffe27a');
  const draw = async () => {
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show preview' }).click();
  };
  await draw();
  if (javaScriptEnabled) await expect(page.getByText('Some colors were adjusted')).toBeVisible();
  await expect(preview.locator('button[value=sign_in]')).toHaveCSS('border-top-left-radius', '24px');
  await page.locator('[data-preview]').getByText('Dark', { exact: true }).click();
  await draw();
  await expect(preview.locator('html')).toHaveCSS('color-scheme', 'dark');
  for (const shown of ['consent', 'device', 'error']) {
    await page.locator('[name=preview_page]').selectOption(shown);
    await draw();
    await expect(preview.locator(`main[data-page^=${shown}]`)).toBeVisible();
  }

  await page
    .locator('[name="theme.logo"]')
    .setInputFiles({ name: 'l.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<!doctype html><svg></svg>') });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').first()).toContainText('use an SVG, PNG, JPEG or WebP image');
  await expect(page.locator('[name="theme.primary"]')).toHaveValue('#ffe27a');
  await page
    .locator('[name="theme.logo"]')
    .setInputFiles({ name: 'l.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  await draw();
  await expect(preview.getByAltText('Quay').first()).toHaveAttribute('src', /^data:image\/png/);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await expect(page.getByText('Buttons on light pages get a border')).toBeVisible();
  await expect(page.getByAltText('Current: Logo')).toBeVisible();

  await page.getByLabel('Pages of this tenant').getByRole('link', { name: 'Settings' }).click();
  await page.locator('[name="links.support"]').fill('mailto:desk@quay.example');
  await page.locator('[name=login]').selectOption('identifier');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );

  const visitor = await browser.newContext();
  const visit = await visitor.newPage();
  await visit.goto(`${area.issuer}${authorize}&acr_values=tenant%3A${name}`);
  await expect(visit.getByAltText('Quay').first()).toBeVisible();
  await expect(visit.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'mailto:desk@quay.example');
  await expect(visit.locator('input[name=password]')).toHaveCount(0);
  await expect(visit.locator('button[name=decision]').first()).toHaveCSS('border-top-left-radius', '24px');
  await visitor.close();

  await page.getByRole('link', { name: 'Disable…' }).click();
  await page.getByRole('button', { name: 'Disable tenant' }).click();
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.locator('[name=typed]').fill(name);
  await page.getByRole('button', { name: 'Delete tenant' }).click();
  await expect(page.locator('[data-flash]')).toContainText('Deleted tenant');
});

test('a tenant that two administrators edit at once keeps both changes', async ({ page, browser, area }) => {
  page.setDefaultTimeout(10_000);
  await openArea(page, area.issuer, '/admin/tenants/meadow');
  const context = await browser.newContext();
  const other = await openAs(context, area.issuer, '/admin/tenants/meadow', 'bo');
  await other.locator('[name=display_name]').fill('Meadow of Bo');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.locator('[data-flash]')).toContainText(
    /^(Added|Changed|Created|Deleted|Disabled|Enabled|Replaced|Saved) /,
  );
  await context.close();
  await page.locator('[name=display_name]').fill('Meadow of root');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').first()).toContainText('bo changed this');
  await expect(page.locator('[data-theirs]').first()).toContainText('Meadow of Bo');
  await expect(page.locator('[name=display_name]')).toHaveValue('Meadow of root');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meadow of root');
});

test('an auditor sees the look of a tenant but cannot change it', async ({ page, area }) => {
  await openArea(page, area.issuer, '/admin/tenants/harbour/branding', 'au');
  await expect(page.locator('[id="field-theme.primary"]')).toContainText('#ffe27a');
  await expect(page.locator('[name="theme.primary"]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  const preview = page.frameLocator('iframe[name=preview]');
  await expect(preview.getByAltText('Harbour Library').first()).toBeVisible();
});
