import { startServer } from '#lib/testing/running-server';
import { lookAt } from '../../accessible';
import { expect, test } from '../../test';

const password = 'seven otters juggle lanterns';

test('a start without an owner prints a link that creates the first owner once', async ({ page }) => {
  const server = await startServer({ configuration: { users: [] } });
  try {
    await expect.poll(() => server.output()).toContain(`Administration: ${server.issuer}/admin`);
    const link = /http\S+\/setup\/owner\?token=\S+/.exec(server.output())?.[0] ?? '';
    await page.goto(link);
    await lookAt(page, 'setup-owner');
    await page.getByLabel('Password', { exact: true }).fill('otters');
    await page.getByRole('button', { name: 'Create owner' }).click();
    await expect(page.locator('[data-problem]')).toContainText('Enter a username');
    await expect(page.locator('[data-problem]')).toContainText('Use a longer password');
    await page.getByLabel('Username').fill('root');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await expect(page.getByRole('heading', { name: 'Owner created' })).toBeVisible();
    await lookAt(page, 'setup-done');
    await page.getByRole('link', { name: 'Go to the admin area' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await page.goto(`${server.issuer}/admin/keys`);
    await expect(page.getByRole('link', { name: 'Rotate keys' })).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  } finally {
    await server.stop();
  }
});
