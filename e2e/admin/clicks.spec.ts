import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../test';
import { openArea } from './area';

/** What an administrator clicks from the overview on. A menu counts, a confirmation does not. */
async function countClicks(
  page: Page,
  issuer: string,
  does: (click: (what: Locator) => Promise<void>) => Promise<void>,
) {
  await page.goto(`${issuer}/admin`);
  let clicks = 0;
  await does(async (what) => {
    clicks += 1;
    await what.click();
  });
  return clicks;
}

test('the most frequent work takes few clicks from the overview', async ({
  page,
  area,
  browser,
  javaScriptEnabled,
}) => {
  const { issuer } = area;
  const stranger = await browser.newPage();
  await stranger.goto(`${issuer}/account`);
  await stranger.locator('input[name=username]').fill('au');
  await stranger.locator('input[name=password]').fill('wrong password');
  await stranger.locator('button[value=sign_in]').click();
  await expect(stranger.locator('[role=alert]').first()).toBeVisible();
  await stranger.close();
  await openArea(page, issuer, '/admin');
  const inNavigation = (name: string) =>
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true });

  const whyFailed = await countClicks(page, issuer, async (click) => {
    await click(page.getByRole('link', { name: 'View failed sign-ins in the audit log' }));
    await expect(page.locator('main')).toContainText('Wrong password');
    await expect(page.locator('main table')).toContainText('au');
  });
  const invitation = await countClicks(page, issuer, async (click) => {
    await click(inNavigation('Users'));
    await click(page.getByRole('link', { name: 'New user' }));
    await page.getByLabel('Email', { exact: true }).fill(`${javaScriptEnabled ? 'with' : 'without'}@clicks.test`);
    await click(page.getByRole('button', { name: 'Create user' }));
    await expect(page.locator('main')).toContainText('invitation');
  });
  const block = await countClicks(page, issuer, async (click) => {
    await click(inNavigation('Users'));
    await click(page.getByRole('button', { name: 'Actions: worker-4' }));
    await click(page.locator('[popover]:popover-open').getByRole('link', { name: 'Disable…' }));
    await expect(page.getByRole('heading', { name: 'Disable worker-4?' })).toBeVisible();
  });
  const secret = await countClicks(page, issuer, async (click) => {
    await click(inNavigation('Clients'));
    await page.locator('main input[name=q]').fill('Lantern');
    await page.keyboard.press('Enter');
    await click(page.getByRole('button', { name: 'Actions: Lantern Books' }));
    await click(page.locator('[popover]:popover-open').getByRole('link', { name: 'New secret' }));
    await expect(page.getByRole('heading', { name: 'New secret' })).toBeVisible();
  });
  const brand = await countClicks(page, issuer, async (click) => {
    await click(inNavigation('Settings'));
    await click(page.getByRole('link', { name: 'Branding' }).first());
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour');
    await click(page.getByRole('button', { name: 'Save changes' }));
  });
  const clicks = { whyFailed, invitation, block, secret, brand };
  const most = { whyFailed: 2, invitation: 3, block: 3, secret: 3, brand: 3 };
  expect(Object.entries(most).filter(([name, limit]) => Reflect.get(clicks, name) > limit)).toEqual([]);
});
