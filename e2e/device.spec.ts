import * as client from 'openid-client';
import type { Page } from 'playwright/test';
import { password } from './fixtures';
import { expect, test } from './test';

/** A device that requests and polls as in RFC 8628, with a real client library. */
async function startDevice(issuer: string) {
  const execute = [client.allowInsecureRequests, client.enableNonRepudiationChecks];
  const config = await client.discovery(new URL(issuer), 'tv', undefined, client.None(), { execute });
  const answer = await client.initiateDeviceAuthorization(config, { scope: 'openid profile offline_access' });
  return { answer, tokens: () => client.pollDeviceAuthorizationGrant(config, answer), config };
}

async function signIn(page: Page, username = 'alice'): Promise<void> {
  await expect(page.locator('main[data-page=login]')).toBeVisible();
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[name=decision][value=sign_in]').click();
}

test.describe('a device is connected', () => {
  test('after its code was typed: sign-in, confirmation, tokens that verify', async ({ page, server }) => {
    const { answer, tokens, config } = await startDevice(server.issuer);
    const received = tokens();
    await page.goto(answer.verification_uri);
    await expect(page.locator('main[data-page=device]')).toBeVisible();
    await page.getByLabel('Code').fill(answer.user_code.toLowerCase().replace('-', ' '));
    await page.keyboard.press('Enter');
    await signIn(page);

    await expect(page.locator('main[data-page=device-confirm]')).toBeVisible();
    expect(page.url()).not.toContain(answer.user_code);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Living room TV');
    await expect(page.getByText('127.0.0.1')).toBeVisible();
    await expect(page.getByText(answer.user_code)).toHaveCount(0);
    const decisions = page.locator('button[name=decision]');
    await expect(decisions.first()).toHaveAttribute('value', 'deny');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.locator('button[name=decision][value=allow]').click();
    await expect(page.locator('main[data-page=device-done]')).toBeVisible();

    const granted = await received;
    const claims = granted.claims();
    expect(claims).toMatchObject({ iss: server.issuer, aud: 'tv' });
    const userinfo = await client.fetchUserInfo(config, granted.access_token, claims?.sub ?? '');
    expect(userinfo.name).toBe('alice Example');
    expect(granted.refresh_token).toBeDefined();
    await page.reload();
    await expect(page.locator('main[data-page=device-done]')).toBeVisible();
  });

  test('by its link only after the person compared the code and answered', async ({ page, server }) => {
    const { answer, tokens } = await startDevice(server.issuer);
    const received = tokens();
    // The promise may be rejected before the test waits for it.
    received.catch(() => undefined);
    await page.goto(answer.verification_uri_complete ?? '');
    await expect(page.locator('main input[name=user_code]')).toHaveValue(answer.user_code);
    await page.locator('button[name=decision][value=continue]').click();
    await signIn(page, 'bob');
    await expect(page.getByText('Check that your device shows this code')).toBeVisible();
    await expect(page.getByText(answer.user_code)).toBeVisible();
    await page.locator('button[name=decision][value=deny]').click();
    await expect(page.locator('main[data-page=device-denied]')).toBeVisible();
    await expect(received).rejects.toMatchObject({ error: 'access_denied' });
    await page.getByRole('button', { name: 'Report this' }).click();
    await expect(page.getByText('can see your report')).toBeVisible();
  });

  test('but not with a wrong code, which stays in its field', async ({ page, server }) => {
    await page.goto(`${server.issuer}/device`);
    await page.locator('button[value=continue]').click();
    await expect(page.locator('[data-problem] [role=alert]')).toContainText('Enter the code');
    await page.locator('main input[name=user_code]').fill('BBBB-BBBB');
    await page.locator('button[value=continue]').click();
    await expect(page.locator('[data-problem] [role=alert]')).toContainText('incorrect or has expired');
    await expect(page.locator('main input[name=user_code]')).toHaveValue('BBBB-BBBB');
    await expect(page).toHaveTitle(/^Error: /);
  });

  test('unless the person cancels the sign-in', async ({ page, server }) => {
    const { answer, tokens } = await startDevice(server.issuer);
    const received = tokens();
    // The promise may be rejected before the test waits for it.
    received.catch(() => undefined);
    await page.goto(answer.verification_uri_complete ?? '');
    await page.locator('button[value=continue]').click();
    const shown = page.waitForResponse((response) => response.url().includes('/device?interaction='));
    await page.locator('button[value=cancel]').click();
    await expect(page.locator('main[data-page=device-denied]')).toBeVisible();
    expect((await shown).headers()['content-security-policy']).toContain("form-action 'self'");
    await expect(received).rejects.toMatchObject({ error: 'access_denied' });
  });
});

test('the simulated television shows a code and the tokens it received', async ({
  page,
  context,
  server,
  javaScriptEnabled,
}) => {
  await page.goto(`${server.issuer}/demo/device`);
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const code = (await page.locator('[data-user-code]').textContent()) ?? '';

  const phone = await context.newPage();
  await phone.goto(`${server.issuer}/device`);
  await phone.locator('main input[name=user_code]').fill(code);
  await phone.locator('button[value=continue]').click();
  await signIn(phone);
  await phone.locator('button[value=allow]').click();
  await expect(phone.locator('main[data-page=device-done]')).toBeVisible();

  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello, alice Example');
});
