import { TOTP } from 'otpauth';
import { expect, type Page } from 'playwright/test';

/**
 * Sets up the authenticator app that the page shows.
 * @returns a function for the code that the app will show some seconds from now
 */
export async function addApp(page: Page): Promise<(seconds?: number) => string> {
  await expect(page.locator('main[data-page=enrol]')).toBeVisible();
  const secret = (await page.locator('[data-totp-secret]').getAttribute('data-totp-secret')) ?? '';
  const app = new TOTP({ secret: secret.replaceAll(' ', '') });
  const code = (seconds = 0) => app.generate({ timestamp: Date.now() + seconds * 1000 });
  await page.locator('input[name=code]').fill(code());
  await page.locator('button[value=save]').click();
  return code;
}

/** Enters a code as the second factor. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await expect(page.locator('main[data-page=second-factor]')).toBeVisible();
  await page.locator('input[name=code]').fill(code);
  await page.locator('button[value=continue]').click();
}
