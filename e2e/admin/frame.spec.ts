import { expect, test } from '../test';
import { openArea } from './area';

test('the navigation fits a laptop, scrolls to the current item on a lower screen, and is a sheet on a phone', async ({
  page,
  area,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openArea(page, area.issuer, '/admin/settings');
  const items = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  await expect(items).toHaveCount(14);
  for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 1440, height: 500 });
  await page.reload();
  await expect(items.and(page.locator('[aria-current]'))).toBeInViewport();

  await page.setViewportSize({ width: 375, height: 812 });
  await expect(items.first()).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await items.filter({ hasText: 'Signing keys' }).click();
  await expect(page).toHaveURL(`${area.issuer}/admin/keys`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signing keys');
});

test('times are in the time zone of the browser, with UTC as the title', async ({
  browser,
  area,
  javaScriptEnabled,
}) => {
  const shown: string[] = [];
  for (const timezoneId of ['America/New_York', 'UTC']) {
    const context = await browser.newContext({ timezoneId, javaScriptEnabled });
    const page = await context.newPage();
    await openArea(page, area.issuer, '/admin/users', 'root');
    // The area is in English, regardless of the browser's language.
    await page.setExtraHTTPHeaders({ 'accept-language': timezoneId === 'UTC' ? 'ar' : 'de' });
    await page.getByRole('link', { name: /^root/i }).first().click();
    const time = page.locator('main dd time').first();
    await expect(time).toHaveAttribute('title', / UTC$/);
    await expect(page.locator('html[lang=en][dir=ltr]')).toBeAttached();
    shown.push((await time.textContent()) ?? '');
    await context.close();
  }
  const [newYork, utc] = shown;
  expect(utc).toContain('UTC');
  // Without scripts the server does not learn the time zone.
  if (javaScriptEnabled === false) expect(newYork).toContain('UTC');
  else expect(newYork).toMatch(/ E[SD]T/);
});
