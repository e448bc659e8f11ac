import type { Page } from 'playwright';
import { person } from './configuration';

export type Walk = {
  readonly page: Page;
  readonly issuer: string;
  /**
   * `window` for elements that stay at the edge of the window. In a picture of the whole page they would cover its
   * middle.
   */
  readonly take: (name: string, what?: 'page' | 'window') => Promise<unknown>;
};

export async function walkSignIn({ page, issuer, take }: Walk): Promise<void> {
  await page.goto(authorizeUrl(issuer));
  await take('sign-in');
  await signIn(page, '');
  await take('sign-in-empty');
  await page.click('a[href^="/signup?"]');
  await page.waitForSelector('main[data-page=signup]');
  await take('sign-up');
  await page.click('button[value=sign_up]');
  await page.waitForSelector('[role=alert]');
  await take('sign-up-error');
  await page.click('a[href^="/login?"]');
  await page.waitForSelector('main[data-page=login]');
  await signIn(page, 'wrong');
  await take('sign-in-error');
  await signIn(page, person.password);
  await page.waitForSelector('main[data-page=consent]');
  await take('consent');
  await page.goto(authorizeUrl(issuer, { scope: 'orders returns' }));
  for (const box of await page.locator('input[name=scope][type=checkbox]:enabled').all()) await box.uncheck();
  await page.click('button[value=allow]');
  await page.waitForSelector('[data-problem]');
  await take('consent-nothing');
  await page.goto(authorizeUrl(issuer, { scope: 'openid' }));
  await take('consent-sign-in');
  await page.goto(authorizeUrl(issuer, { scope: 'openid email' }));
  await allow(page);
  await page.goto(authorizeUrl(issuer, { scope: 'openid email orders' }));
  await take('consent-more');
  await page.locator('input[name=remember_consent]').uncheck();
  await allow(page);
  await page.goto(authorizeUrl(issuer, { prompt: 'login' }));
  await take('sign-in-again');
  await page.goto(authorizeUrl(issuer, { prompt: 'login', display: 'popup' }));
  await take('sign-in-popup');
}

export async function walkDevice({ page, issuer, take }: Walk): Promise<void> {
  await page.goto(`${issuer}/device`);
  await take('device');
  await page.fill('input[name=user_code]', 'BBBB-BBBB');
  await page.click('button[value=continue]');
  await page.waitForSelector('[data-problem]');
  await take('device-error');
  await page.goto(`${issuer}/device?user_code=${await askForCode(issuer)}`);
  await take('device-prefilled');
  await page.click('button[value=continue]');
  await page.waitForSelector('main[data-page=device-confirm]');
  await take('device-confirm');
  await page.click('button[value=deny]');
  await page.waitForSelector('main[data-page=device-denied]');
  await take('device-denied');
  await page.click('button[value=report]');
  await page.waitForSelector('button[value=report]', { state: 'detached' });
  await take('device-reported');
  await page.goto(`${issuer}/device`);
  await page.fill('input[name=user_code]', await askForCode(issuer));
  await page.click('button[value=continue]');
  await page.click('button[value=allow]');
  await page.waitForSelector('main[data-page=device-done]');
  await take('device-done');
}

/** Another person in the same browser, and a tenant with its own look. */
export async function walkTenant({ page, issuer, take }: Walk): Promise<void> {
  const tenant = { acr_values: 'tenant:harbour' };
  await page.goto(authorizeUrl(issuer, { ...tenant, prompt: 'login', login_hint: 'tomas' }));
  await page.goto(`${page.url()}&account=new`);
  await take('tenant-sign-in');
  await page.fill('input[name=username]', 'tomas');
  await signIn(page, person.password, 'tomas');
  await page.waitForSelector('main[data-page=consent]');
  await take('tenant-consent');
  await page.goto(authorizeUrl(issuer, { ...tenant, prompt: 'select_account' }));
  await take('tenant-accounts');
  await page.goto(authorizeUrl(issuer, { prompt: 'select_account' }));
  await take('accounts');
  await page.goto(authorizeUrl(issuer, { acr_values: 'tenant:meadow', prompt: 'login' }));
  await take('tenant-dark');
}

export async function walkErrors({ page, issuer, take }: Walk, expire: () => void): Promise<void> {
  await page.goto(authorizeUrl(issuer, { prompt: 'login' }));
  expire();
  await page.reload();
  await take('error-expired');
  await page.goto(`${issuer}/connect/authorize?client_id=unknown`);
  await take('error');
  await page.goto(`${issuer}/login?interaction=unknown`);
  await take('error-link');
  await page.goto(`${issuer}/error`);
  await take('error-page');
  await page.goto(`${issuer}/nowhere`);
  await take('not-found');
  await page.goto(`${issuer}/setup?token=used`);
  await take('setup-used');
}

/** Two people, one of whom used two applications. Then each signs out. */
export async function walkSignOut({ page, issuer, take }: Walk): Promise<void> {
  const press = { client_id: 'press', redirect_uri: 'https://press.example/callback', scope: 'openid profile email' };
  await page.route('http://localhost:1/**', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  for (const parameters of [{ scope: 'openid profile' }, press]) {
    await page.goto(authorizeUrl(issuer, { ...parameters, login_hint: 'ana' }));
    await page.locator('input[name=remember_consent]').uncheck();
    await allow(page);
  }
  await page.goto(`${issuer}/logout`);
  await take('sign-out-accounts');
  for (const box of await page.locator('input[name=account]').all()) await box.uncheck();
  await page.click('button[value=sign_out]');
  await page.waitForSelector('[data-problem]');
  await take('sign-out-nothing');
  await page.locator('li', { hasText: 'Ana' }).locator('input[name=account]').check();
  await page.locator('li', { hasText: 'Tom' }).locator('input[name=account]').uncheck();
  await page.click('button[value=sign_out]');
  await page.waitForSelector('main[data-page=logged-out]');
  await page.waitForLoadState('networkidle');
  await take('signed-out-applications');
  await page.goto(`${issuer}/logout`);
  await take('sign-out');
  await page.click('button[value=sign_out]');
  await page.waitForSelector('main[data-page=logged-out]');
  await take('signed-out');
  await page.goto(`${issuer}/connect/endsession?client_id=shop&post_logout_redirect_uri=https://elsewhere.example/`);
  await page.locator('summary').click();
  await take('signed-out-problem');
}

/** Returns to the application, which does not exist. */
async function allow(page: Page): Promise<void> {
  await page.click('button[value=allow]');
  await page.waitForURL(/^chrome-error:/, { waitUntil: 'commit' });
}

/** Requests a code, as a television does. */
async function askForCode(issuer: string): Promise<string> {
  const body = new URLSearchParams({ client_id: 'tv', scope: 'openid profile' });
  const answer = await fetch(`${issuer}/connect/deviceauthorization`, { method: 'POST', body });
  const { user_code: code } = await answer.json();
  return code;
}

async function signIn(page: Page, typed: string, username = person.username): Promise<void> {
  await page.fill('input[name=username]', username);
  await page.fill('input[name=password]', typed);
  await page.click('button[value=sign_in]');
}

export function authorizeUrl(issuer: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'shop',
    response_type: 'code',
    redirect_uri: 'https://shop.example/callback',
    scope: 'openid profile email offline_access orders returns',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...parameters,
  });
  return `${issuer}/connect/authorize?${query}`;
}
