import { TOTP } from 'otpauth';
import type { Page } from 'playwright';
import type { RunningServer } from '#lib/testing/running-server';
import { password } from '../../fixtures';
import type { Walk } from '../walks';

/** A walk through pages of accounts, on a server whose mails can be read. */
export type AccountsTour = Walk & { readonly server: RunningServer };

/** Fills in the open sign-in page. */
export async function signIn(page: Page, username: string, typed = password): Promise<void> {
  await page.waitForSelector('main[data-page=login]');
  await page.fill('input[name=username]', username);
  await page.fill('input[name=password]', typed);
  await decide(page, 'sign_in');
}

/** Presses the button of a decision. */
export async function decide(page: Page, decision: string): Promise<void> {
  await page.locator(`button[name=decision][value=${decision}]`).first().click();
}

export async function waitFor(page: Page, name: string): Promise<void> {
  await page.waitForSelector(`main[data-page=${name}]`);
}

/**
 * Adds the authenticator app whose key the page shows.
 * @returns a function for the code that the app will show some seconds from now
 */
export async function addApp(page: Page): Promise<(seconds?: number) => string> {
  const secret = (await page.locator('[data-totp-secret]').getAttribute('data-totp-secret')) ?? '';
  const app = new TOTP({ secret: secret.replaceAll(' ', '') });
  const code = (seconds = 0) => app.generate({ timestamp: Date.now() + seconds * 1000 });
  await page.fill('input[name=code]', code());
  await decide(page, 'save');
  return code;
}

/** Signs out without a confirmation, as if the person used another device. */
export async function forget({ page }: Walk): Promise<void> {
  await page.context().clearCookies();
}
