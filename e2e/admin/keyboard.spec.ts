import type { Locator, Page, Route } from 'playwright/test';
import { expect, test } from '../test';
import { openArea } from './area';

/** Presses Tab until the element has the focus. The focus must be visible at every step (WCAG 2.4.7). */
async function tabTo(page: Page, target: ReturnType<Page['locator']>, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    const { what, isSeen } = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      return {
        what: element.outerHTML.slice(0, 200),
        isSeen: element === document.body || hasOutline || boxShadow !== 'none',
      };
    });
    expect(isSeen, `the focus on ${what} is seen`).toBe(true);
    const isFocused = (element: Element) => element === document.activeElement;
    if (await target.evaluate(isFocused, undefined, { timeout: 20_000 })) return;
  }
  throw new Error(`${target} cannot be reached by keyboard`);
}

test('a client is found, changed and restored with only the keyboard', async ({ page, area, javaScriptEnabled }) => {
  await openArea(page, area.issuer, '/admin/clients');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  // From here on Tab skips the navigation.
  const search = page.getByRole('main').getByRole('searchbox').or(page.locator('main [name=q]')).first();
  await tabTo(page, search);
  await page.keyboard.type('Application 7');
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]q=Application/);
  const link = page.getByRole('link', { name: 'Application 7', exact: true });
  await expect(page.getByRole('link', { name: 'Application 8', exact: true })).toHaveCount(0);
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application 7');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }));
  await page.keyboard.press('Enter');
  const name = page.locator('[name=client_name]');
  await expect(name).toBeVisible();
  await tabTo(page, name);
  await page.keyboard.press('End');
  await page.keyboard.type(' by keyboard');
  await page.keyboard.press(javaScriptEnabled === false ? 'Enter' : 'Control+s');
  const flash = page.locator('[data-flash]');
  await expect(flash).toContainText('Application 7 by keyboard');
  await tabTo(page, flash.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(flash).toContainText('Undid revision');
  await expect(name).toHaveValue('Application 7');

  const menu = page
    .locator('summary', { hasText: 'More actions' })
    .or(page.getByRole('button', { name: 'More actions' }));
  await tabTo(page, menu.first());
  await page.keyboard.press('Enter');
  const disable = page.getByRole('link', { name: 'Disable…' });
  await tabTo(page, disable.first());
  await page.keyboard.press('Enter');
  const confirmation = page.locator('[data-confirmation]');
  await expect(confirmation).toBeVisible();
  if (javaScriptEnabled === false) await page.goBack();
  else {
    await expect(confirmation.getByRole('link', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
  }
  await expect(page.getByText('Disabled', { exact: true })).toHaveCount(0);
});

test('the palette opens a client with three letters and Enter, and offers only the actions of the role', async ({
  page,
  area,
  browser,
  javaScriptEnabled,
}) => {
  await openArea(page, area.issuer, '/admin');
  if (javaScriptEnabled === false) {
    // The field in the top bar opens the search page.
    await page.locator('header [name=q]').fill('lan');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=lan/);
    await expect(page.getByRole('link', { name: /Lantern Books/ }).first()).toBeVisible();
    return;
  }
  const palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
  const options = palette.getByRole('option');
  // Text that is typed before the rest of the script has loaded is used too.
  const untilTyped = async (route: Route) => {
    await expect(palette.getByRole('combobox')).toHaveValue('lan');
    await route.continue();
  };
  await page.route(/\/palette-\w+\.js$/, untilTyped, { times: 1 });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lan');
  await expect(options.first()).toContainText('Lantern Books');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lantern Books');

  await openPalette(page, palette);
  await page.keyboard.type('rotate');
  await expect(options.filter({ hasText: /^Rotate/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  const context = await browser.newContext();
  const auditor = await context.newPage();
  await openArea(auditor, area.issuer, '/admin', 'au');
  await openPalette(auditor, auditor.getByRole('dialog'));
  const offered = auditor.getByRole('dialog').getByRole('option');
  await expect(offered.filter({ hasText: 'Clients' }).first()).toBeVisible();
  await auditor.keyboard.type('rotate');
  await expect(auditor.getByRole('dialog').getByRole('status')).not.toHaveText('');
  await expect(offered.filter({ hasText: /^(Rotate|New|Export)/ })).toHaveCount(0);
  await context.close();
});

/** A page hears the keys once its script has run. */
async function openPalette(page: Page, palette: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 1_000 });
  }).toPass();
}
