import { startServer } from '#lib/testing/running-server';
import { expect, test } from '../test';
import { areaConfiguration, openArea } from './area';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 36"><circle cx="18" cy="18" r="16" fill="#75a"/></svg>';

test('the portal gets a name, a logo and a color in three clicks, with a preview before it is saved', async ({
  page,
  javaScriptEnabled,
}) => {
  test.setTimeout(180_000);
  const users = areaConfiguration.users.slice(0, 3);
  const server = await startServer({ configuration: { ...areaConfiguration, users, tenants: undefined, clients: [] } });
  try {
    page.setDefaultTimeout(15_000);
    await openArea(page, server.issuer, '/admin');
    await page.getByRole('link', { name: 'Set your logo and color' }).click();
    await page.locator('[name=display_name]').fill('Harbour Works');
    await page.locator('[name="theme.primary"]').fill('#0a5f8a');
    await page
      .locator('[name="theme.logo"]')
      .setInputFiles({ name: 'l.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.locator('summary', { hasText: 'Deutsch' }).click();
    await page.locator('[name="theme.texts.de.title"]').fill('Willkommen im Hafen');
    await page.locator('[name=language]').selectOption('de');
    const draw = async () => {
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show preview' }).click();
    };
    await draw();
    const preview = page.frameLocator('iframe[name=preview]');
    await expect(preview.getByAltText('Harbour Works').first()).toHaveAttribute('src', /^data:image\/png/);
    await expect(preview.getByRole('heading', { name: 'Willkommen im Hafen' })).toBeAttached();
    await page.locator('[data-preview]').getByText('Desktop', { exact: true }).click();
    const width = () => page.locator('iframe[name=preview]').evaluate((frame: HTMLIFrameElement) => frame.clientWidth);
    expect(await width()).toBeGreaterThan(700);
    await page.locator('[data-preview]').getByText('Phone', { exact: true }).click();
    expect(await width()).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.locator('[data-flash]')).toContainText(/^Changed /);
    await expect(page.getByAltText('Current: Logo', { exact: true })).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${server.issuer}/account`);
    await expect(page).toHaveTitle(/· Harbour Works$/);
    await expect(page.getByAltText('Harbour Works')).toHaveAttribute('src', /^\/branding\/~portal\/[\w-]{22}$/);
    const logo = await page.request.get(
      `${server.issuer}${await page.getByAltText('Harbour Works').getAttribute('src')}`,
    );
    expect([logo.status(), logo.headers()['content-type']]).toEqual([200, 'image/png']);
    await page.goto(`${server.issuer}/nothing`);
    await expect(page).toHaveTitle(/· Harbour Works$/);
    await expect(page.getByText('Signet')).toHaveCount(0);
  } finally {
    await server.stop();
  }
});
