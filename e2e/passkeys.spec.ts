import type { Page } from 'playwright/test';
import { parseResult, password } from './fixtures';
import { forgetConsents } from './forget-consents';
import { forgetPasskeys } from './forget-passkeys';
import { expect, test } from './test';
import { addAuthenticator } from './virtual-authenticator';

test.afterEach(({ server }) => forgetPasskeys(server.folder));

/** Opens a page of the account and signs in. */
async function openAccount(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
}

/** Creates the first passkey of an account and saves its recovery codes. */
async function createPasskey(page: Page, issuer: string, name = ''): Promise<void> {
  await page.goto(`${issuer}/account/passkeys/new`);
  await page.locator('input[name=name]').fill(name);
  await page.locator('button[name=decision][value=save]').click();
  await expect(page.locator('[data-recovery-code]')).toHaveCount(10);
  await page.locator('a[href^="/account/passkeys?"]').click();
  await expect(page.getByText('Your passkey is ready')).toBeVisible();
}

/** Creates a passkey for alice in this browser and signs her out. */
async function ownPasskey(page: Page, issuer: string): Promise<void> {
  await openAccount(page, `${issuer}/account/passkeys`);
  await createPasskey(page, issuer);
  await page.context().clearCookies();
}

async function showSecondFactor(page: Page): Promise<void> {
  await expect(page.locator('main[data-page=second-factor]')).toBeVisible();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
}

test.describe('the passkeys of an account', () => {
  test('are created, renamed and removed, and the authenticator is told', async ({ page, server }) => {
    const authenticator = await addAuthenticator(page);
    await openAccount(page, `${server.issuer}/account/passkeys`);
    await expect(page.locator('main[data-page=account-passkeys]')).toBeVisible();
    await expect(page.getByText('Passkeys need JavaScript')).toBeHidden();
    await expect(page.locator('[data-passkey]')).toHaveCount(0);
    await createPasskey(page, server.issuer, 'Laptop');
    const [id = ''] = await authenticator.list();
    const row = page.locator(`[data-passkey="${id}"]`);
    await expect(row).toContainText('Laptop');

    // Creating the passkey proved it in this session.
    await row.getByRole('link').click();
    await page.locator('input[name=name]').fill('Work laptop');
    await page.locator('button[name=decision][value=save]').click();
    await expect(row).toContainText('Work laptop');

    await row.getByRole('link').click();
    await page.locator('button[name=decision][value=remove]').click();
    await expect(page.locator('main[data-page=account-confirm]')).toContainText('Work laptop');
    await page.locator('button[name=decision][value=remove]').click();
    await expect(page.locator('main[data-page=account-passkeys]')).toBeVisible();
    await expect(page.locator('[data-passkey]')).toHaveCount(0);
    await expect.poll(() => authenticator.list()).toEqual([]);
  });

  test('can be one for each device', async ({ page, server }) => {
    await addAuthenticator(page);
    await openAccount(page, `${server.issuer}/account/passkeys`);
    await createPasskey(page, server.issuer);
    await page.goto(`${server.issuer}/account/passkeys/new`);
    await page.locator('button[name=decision][value=save]').click();
    await expect(page.getByText('You already have a passkey on this device')).toBeVisible();
  });
});

test.describe('signing in with a passkey', () => {
  test('works with the button, without a username', async ({ page, server, relyingParty }) => {
    await addAuthenticator(page);
    await ownPasskey(page, server.issuer);
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
    await expect(page.locator('main')).toContainText('alice');
  });

  test('asks for no challenge once a form is sent', async ({ page, relyingParty }) => {
    await addAuthenticator(page, { autofill: true });
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // The browser stays on the page, as it does while an answer is on its way.
    await page.route('**/login/submit', (route) => route.fulfill({ status: 204 }));
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await expect.poll(() => asked).toContain('/login/submit');
    await page.clock.runFor(300_000);
    await expect.poll(() => asked.some((path) => path.includes('/ceremony'))).toBe(true);
    expect(asked.slice(asked.indexOf('/login/submit'))).not.toContain('/login/passkey/challenge');
  });

  test('works from the suggestions in the username field', async ({ page, server, relyingParty }) => {
    await addAuthenticator(page, { autofill: true });
    await ownPasskey(page, server.issuer);
    await page.goto(`${relyingParty.origin}/sign-in`);
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
  });

  test('renews the challenge of the suggestions before it expires', async ({ page, relyingParty }) => {
    await addAuthenticator(page, { autofill: true });
    await page.clock.install();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/login/passkey/challenge')) asked += 1;
    });
    await page.goto(`${relyingParty.origin}/sign-in`);
    const askedLater = async () => {
      await page.clock.fastForward('04:05');
      return asked;
    };
    await expect.poll(askedLater).toBeGreaterThan(1);
  });

  test('shows a short message and focuses the field after a cancel', async ({ page, server, relyingParty }) => {
    const authenticator = await addAuthenticator(page);
    await ownPasskey(page, server.issuer);
    await authenticator.verifyPerson(false);
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Passkey sign-in was canceled' })).toBeVisible();
    await expect(page.locator('main [role=alert]')).toHaveCount(0);
    await expect(page.locator('input[name=username]')).toBeFocused();
  });

  test('refuses a removed passkey and tells the authenticator', async ({ page, server, relyingParty }) => {
    const authenticator = await addAuthenticator(page);
    await ownPasskey(page, server.issuer);
    forgetPasskeys(server.folder);
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('This passkey is no longer registered here').first()).toBeVisible();
    await expect(page).toHaveTitle(/^Error: /);
    await expect.poll(() => authenticator.list()).toEqual([]);
  });

  test('refuses a copy of an authenticator', async ({ page, server, relyingParty }) => {
    const authenticator = await addAuthenticator(page);
    await ownPasskey(page, server.issuer);
    await authenticator.goBack();
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('This passkey may have been copied').first()).toBeVisible();
  });

  test('works as the second factor after the password, once the person asked for that', async ({
    page,
    server,
    relyingParty,
  }) => {
    await addAuthenticator(page);
    await openAccount(page, `${server.issuer}/account/passkeys`);
    await createPasskey(page, server.issuer);
    await page.locator('a[href="/account/two-step"]').click();
    await page.locator('button[value=turn_on]').click();
    await expect(page.getByText('Two-step verification is on.')).toBeVisible();
    await page.context().clearCookies();
    await page.goto(`${relyingParty.origin}/sign-in`);
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    await showSecondFactor(page);
    await expect(page.locator('main[data-page=consent]')).toBeVisible();
  });
});

test('a passkey is created during the sign-in if the application requires one, and signs in the next time', async ({
  page,
  server,
  relyingParty,
}) => {
  await addAuthenticator(page);
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['phr'] } } });
  const address = `${relyingParty.origin}/sign-in?${new URLSearchParams({ claims, scope: 'openid' })}`;
  const allow = async () => {
    await page.locator('button[value=allow]').click();
    return parseResult(await page.locator('#result').textContent()).idTokenClaims;
  };
  await page.goto(address);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=enrol]')).toBeVisible();
  await page.locator('button[name=decision][value=save]').click();
  await expect(page.locator('[data-recovery-code]')).toHaveCount(10);
  await page.locator('button[value=continue]').click();
  expect(await allow()).toMatchObject({ acr: 'phr', amr: ['pwd', 'hwk', 'user', 'mfa'] });

  await page.context().clearCookies();
  forgetConsents(server.folder);
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  expect(await allow()).toMatchObject({ acr: 'phr', amr: ['hwk', 'user', 'mfa'] });
});

test('a synced passkey is refused if it must be bound to its device, and the authenticator is told', async ({
  page,
  relyingParty,
}) => {
  const authenticator = await addAuthenticator(page, { synced: true });
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['phrh'] } } });
  await page.goto(`${relyingParty.origin}/sign-in?${new URLSearchParams({ claims, scope: 'openid' })}`);
  await page.locator('input[name=username]').fill('alice');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await page.locator('main[data-page=enrol] button[name=decision][value=save]').click();
  await expect(page.locator('main [role=alert]').first()).toContainText('Your device syncs this passkey');
  await expect.poll(authenticator.list).toEqual([]);
  await page.locator('button[value=cancel]').click();
  expect(parseResult(await page.locator('#result').textContent()).error).toBe('access_denied');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the account pages say that passkeys need scripts', async ({ page, server }) => {
    await openAccount(page, `${server.issuer}/account/passkeys`);
    await expect(page.getByText('Passkeys need JavaScript')).toBeVisible();
    await page.locator('a[href="/account/passkeys/new"]').click();
    await expect(page.locator('main[data-page=account-passkey-new]')).toBeVisible();
    await expect(page.getByText('Passkeys need JavaScript')).toBeVisible();
    await expect(page.locator('button[value=save]')).toBeHidden();
  });

  test('the sign-in page has no button for passkeys', async ({ page, relyingParty }) => {
    await page.goto(`${relyingParty.origin}/sign-in`);
    await expect(page.locator('main[data-page=login]')).toBeVisible();
    await expect(page.locator('button[value=passkey]')).toBeHidden();
  });
});
