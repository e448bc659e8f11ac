import { addAuthenticator } from '../../virtual-authenticator';
import { authorizeUrl } from '../walks';
import { people, redirectUri, shopSecret } from './configuration';
import { type AccountsTour, addApp, decide, forget, signIn, waitFor } from './tour';

/**
 * The pages of an account that uses every feature.
 * @returns the codes of its authenticator app
 */
export async function walkAccount(tour: AccountsTour): Promise<(seconds?: number) => string> {
  const { page, issuer, take } = tour;
  const authenticator = await addAuthenticator(page);
  await page.goto(`${issuer}/account`);
  await signIn(page, people.owner);
  await waitFor(page, 'account-home');
  await take('account');
  await walkProfile(tour);
  const code = await walkFactors(tour);
  await forget(tour);
  await walkSecondFactors(tour, code);
  await walkUse(tour);
  await authenticator.verifyPerson(false);
  return code;
}

async function walkProfile({ page, issuer, take }: AccountsTour): Promise<void> {
  for (const name of ['username', 'language', 'picture', 'delete']) {
    await page.goto(`${issuer}/account/${name}`);
    await take(`account-${name}`);
  }
  await page.goto(`${issuer}/account/email`);
  await take('account-email');
  await page.fill('input[name=email]', 'ana@new.example');
  await decide(page, 'save');
  await page.waitForSelector('[data-done]');
  await take('account-email-waiting');
  await page.goto(`${issuer}/account/name`);
  await page.fill('input[name=family_name]', 'Ribeiro '.repeat(14));
  await decide(page, 'save');
  await page.waitForSelector('[data-problem]');
  await take('account-name-error');
  await page.goto(`${issuer}/account/name`);
  await take('account-name');
  await decide(page, 'save');
  await page.waitForSelector('[data-done]');
  await take('account-saved');
}

async function walkFactors({ page, issuer, take }: AccountsTour): Promise<(seconds?: number) => string> {
  await page.goto(`${issuer}/account/security`);
  await take('account-security-none');
  await page.goto(`${issuer}/account/password`);
  await take('account-password');
  await page.fill('input[name=new_password]', 'short');
  await decide(page, 'save');
  await page.waitForSelector('[data-problem]');
  await take('account-password-error');
  await page.goto(`${issuer}/account/authenticator`);
  await take('account-authenticator-new');
  const code = await addApp(page);
  await page.waitForSelector('[data-recovery-code]');
  await take('account-recovery-codes-new');
  await page.goto(`${issuer}/account/authenticator`);
  await take('account-authenticator');
  await page.goto(`${issuer}/account/passkeys`);
  await take('account-passkeys-none');
  await page.goto(`${issuer}/account/passkeys/new`);
  await take('account-passkey-new');
  await page.fill('input[name=name]', 'Laptop');
  await decide(page, 'save');
  await waitFor(page, 'account-passkeys');
  await take('account-passkeys');
  await page.locator('[data-passkey] a').click();
  await waitFor(page, 'account-passkey');
  await take('account-passkey');
  await decide(page, 'remove');
  await waitFor(page, 'account-confirm');
  await take('account-confirm');
  for (const name of ['recovery-codes', 'security']) {
    await page.goto(`${issuer}/account/${name}`);
    await take(`account-${name}`);
  }
  return code;
}

/** Signs in once more with each of the second factors. */
async function walkSecondFactors({ page, issuer, take }: AccountsTour, code: (seconds?: number) => string) {
  await page.goto(`${issuer}/account`);
  await take('sign-in-ways');
  await signIn(page, people.owner);
  await waitFor(page, 'second-factor');
  await take('second-factor-passkey');
  for (const method of ['recovery', 'email', 'totp']) {
    await page.locator(`a[href$="method=${method}"]`).click();
    await page.waitForSelector(`input[name=method][value=${method}]`, { state: 'attached' });
    await take(`second-factor-${method}`);
    if (method !== 'email') continue;
    await decide(page, 'send');
    await page.waitForSelector('input[name=code]');
    await take('second-factor-email-sent');
  }
  await page.fill('input[name=code]', '000000');
  await decide(page, 'continue');
  await page.waitForSelector('[role=alert]');
  await take('second-factor-error');
  await page.locator('input[name=trust_device]').check();
  await page.fill('input[name=code]', code(30));
  await decide(page, 'continue');
  await waitFor(page, 'account-home');
}

/** Where and for what the account was used. */
async function walkUse({ page, issuer, take }: AccountsTour): Promise<void> {
  await page.goto(authorizeUrl(issuer, { scope: 'openid profile email offline_access orders' }));
  const answered = page.waitForRequest((request) => request.url().startsWith(redirectUri));
  await decide(page, 'allow');
  const code = new URL((await answered).url()).searchParams.get('code') ?? '';
  // The shop does not exist.
  await page.waitForURL(/^chrome-error:/, { waitUntil: 'commit' });
  await redeem(issuer, code);
  await page.goto(`${issuer}/account`);
  await take('account-notices');
  for (const name of ['trusted-devices', 'devices', 'apps', 'activity']) {
    await page.goto(`${issuer}/account/${name}`);
    await take(`account-${name}`);
  }
  await page.goto(`${issuer}/account/apps/shop`);
  await take('account-app');
  await page.goto(`${issuer}/account/activity`);
  await decide(page, 'not_me');
  await waitFor(page, 'account-confirm');
  await take('account-not-me');
  await decide(page, 'not_me');
  await waitFor(page, 'account-ended');
  await take('account-ended');
}

/** Gets tokens as the application does, so that it has used its permissions. */
async function redeem(issuer: string, code: string): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: 'shop',
    client_secret: shopSecret,
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  });
  const answer = await fetch(`${issuer}/connect/token`, { method: 'POST', body });
  if (answer.status !== 200) throw new Error(`no tokens for the shop: ${await answer.text()}`);
}
