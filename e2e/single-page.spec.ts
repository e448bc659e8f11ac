import type { Page } from 'playwright/test';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { password } from './fixtures';
import { type SinglePage, serveSinglePage } from './single-page/serve';
import { expect, test } from './test';

type Outcome = { step: string; profile?: Record<string, unknown>; accessToken?: string; error?: string };

test.describe('oidc-client-ts in a page of another origin', () => {
  let server: RunningServer;
  let app: SinglePage;
  let stranger: SinglePage;

  test.beforeAll(async () => {
    const ports = { server: await freePort(), app: await freePort(), stranger: await freePort() };
    server = await startServer({ port: ports.server, configuration: configuration(ports) });
    app = await serveSinglePage(ports.app, server.issuer, 'page');
    stranger = await serveSinglePage(ports.stranger, server.issuer, 'stranger');
  });
  test.afterAll(async () => {
    app.close();
    stranger.close();
    await server.stop();
  });

  const signIn = async (page: Page, { origin }: SinglePage) => {
    await page.goto(origin);
    await page.locator('#sign-in').click();
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    return outcomeOf(page, 'signed-in');
  };

  test('signs in with PKCE, calls UserInfo, renews silently and signs out', async ({ page }) => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const signedIn = await signIn(page, app);
    expect(signedIn.profile).toMatchObject({ name: 'Alice Smith', aud: 'page', iss: server.issuer });

    await page.locator('#renew').click();
    const renewed = await outcomeOf(page, 'renewed');
    expect(renewed.profile?.sub).toBe(signedIn.profile?.sub);
    expect(renewed.accessToken).toMatch(/^ey/);
    expect(renewed.accessToken).not.toBe(signedIn.accessToken);

    await page.locator('#sign-out').click();
    expect(await outcomeOf(page, 'signed-out')).toEqual({ step: 'signed-out' });
    await page.locator('#renew').click();
    expect(await outcomeOf(page, 'renewed')).toEqual({ step: 'renewed', error: 'login_required' });
    expect(problems).toEqual([]);
  });

  test('cannot fetch tokens if its client allows no origins (RFC 9700 §2.6)', async ({ page }) => {
    const refused = await signIn(page, stranger);
    expect(refused.error).toBe('Failed to fetch');
    expect(refused.accessToken).toBeUndefined();
  });
});

/** Reads what the application showed after a step. */
async function outcomeOf(page: Page, step: string): Promise<Outcome> {
  const result = page.locator('#result');
  await expect(result).toContainText(`"step":"${step}"`);
  return JSON.parse((await result.textContent()) ?? 'null');
}

function configuration(ports: { readonly app: number; readonly stranger: number }): object {
  const client = (name: string, port: number) => ({
    client_id: name,
    token_endpoint_auth_method: 'none',
    redirect_uris: [`http://localhost:${port}/callback`],
    post_logout_redirect_uris: [`http://localhost:${port}/signed-out`],
    scope: 'openid profile orders',
    require_consent: false,
  });
  return {
    scopes: [{ name: 'orders', type: 'resource' }],
    clients: [client('page', ports.app), { ...client('stranger', ports.stranger), allowed_cors_origins: [] }],
    users: [{ username: 'alice', password, claims: { name: 'Alice Smith' } }],
  };
}
