import type { Page } from 'playwright/test';
import { chooseLanguage } from './choose-language';
import { password } from './fixtures';
import { expect, test } from './test';

test('ui_locales=ar shows the page from right to left', async ({ page, relyingParty }) => {
  await page.goto(`${relyingParty.origin}/sign-in?ui_locales=tlh%20ar%20de`);
  await expectLanguage(page, 'ar', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول');
});

test('the arrow of unfolded details points down from right to left too', async ({ page, relyingParty }) => {
  await page.goto(`${relyingParty.origin}/sign-in?ui_locales=ar`);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  const details = page.locator('main[data-page=consent] details').first();
  await details.locator('summary').click();
  const arrow = details.locator('summary svg');
  // It is mirrored before it is turned.
  await expect(arrow).toHaveCSS('scale', '-1 1');
  await expect(arrow).toHaveCSS('rotate', '-90deg');
});

test('a language chosen in the footer applies to every page except requests with ui_locales', async ({
  page,
  relyingParty,
}) => {
  await page.goto(`${relyingParty.origin}/sign-in?ui_locales=ar`);
  const { searchParams } = new URL(page.url());
  await chooseLanguage(page, 'de');
  await expectLanguage(page, 'de', 'ltr');
  expect(new URL(page.url()).searchParams.get('interaction')).toBe(searchParams.get('interaction'));

  await page.getByLabel('Benutzername').fill('alice');
  await page.locator('input[name=password]').fill('wrong');
  await page.locator('button[value=sign_in]').click();
  await expectLanguage(page, 'de', 'ltr');
  await expect(page.locator('[role=alert]').first()).toContainText('Benutzername oder Passwort falsch');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
  await expectLanguage(page, 'de', 'ltr');
  await expect(page.getByRole('button', { name: 'Zulassen', exact: true })).toBeVisible();

  await page.goto(`${relyingParty.origin}/sign-in?ui_locales=fr&prompt=login`);
  await expectLanguage(page, 'fr', 'ltr');
  await page.goto(`${relyingParty.origin}/sign-in?prompt=login`);
  await expectLanguage(page, 'de', 'ltr');
});

test('an error page is in the language of the request', async ({ page, server }) => {
  await page.goto(`${server.issuer}/connect/authorize?client_id=nobody&ui_locales=de`);
  await expectLanguage(page, 'de', 'ltr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wir kennen diese Anwendung nicht');
});

test('without ui_locales pages are in the browser’s language, also for unknown addresses', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'pl-PL' });
  const page = await context.newPage();
  for (const path of ['/nowhere', '/account/nowhere', '/logout', '/device', '/%2e%2e/x', '/connect/authorize']) {
    await page.goto(`${server.issuer}${path}`);
    await expectLanguage(page, 'pl', 'ltr');
  }
  await context.close();
});

test('the sign-out keeps the language of its request', async ({ page, server, relyingParty }) => {
  await page.goto(`${relyingParty.origin}/sign-in?login_hint=bob`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await page.goto(`${server.issuer}/connect/endsession?ui_locales=ja`);
  await expectLanguage(page, 'ja', 'ltr');
  await page.locator('button[value=sign_out]').click();
  await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
  await expectLanguage(page, 'ja', 'ltr');
});

test('every word of the pages comes from the catalog', async ({ page, server, relyingParty }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${relyingParty.origin}/sign-in?ui_locales=en-XA&login_hint=alice`);
  await expectTranslated(page);
  await page.locator('input[name=password]').fill('wrong');
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('[role=alert]').first()).toBeVisible();
  await expectTranslated(page);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
  await expectTranslated(page);
  for (const path of ['/logout', '/device', '/', '/nowhere', '/error']) {
    await page.goto(`${server.issuer}${path}?locale=en-XA`);
    await expectTranslated(page);
  }
});

async function expectLanguage(page: Page, language: string, direction: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
}

/**
 * Finds text that is not a message, because the pseudo-locale puts every message in brackets, and text that overflows.
 */
async function expectTranslated(page: Page): Promise<void> {
  await expectLanguage(page, 'en-XA', 'ltr');
  const texts = await page.locator('h1, h2, label, button, legend, summary, main a, footer p').allInnerTexts();
  const configured = /^(Orders API|openid|profile|email|$)/;
  expect(texts.filter((text) => !text.includes('[') && !configured.test(text.trim()))).toEqual([]);
  const client = await page.locator('html').boundingBox();
  expect(client?.width ?? 0).toBeLessThanOrEqual(320);
}
