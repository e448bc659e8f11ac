import { test as base, expect, type Page } from 'playwright/test';
import { type RelyingParty, startRelyingParty } from '#lib/testing/relying-party';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { startUpstreamProvider } from '../lib/testing/upstream-provider.mjs';
import { parseResult, password } from './fixtures';

type Parties = { readonly server: RunningServer; readonly other: RunningServer; readonly shop: RelyingParty };

const secret = 'a-secret-of-the-federation-tests';

/** A server with three providers: a real oidc-provider, another Signet, and one that nobody runs. */
const test = base.extend<Record<never, never>, { parties: Parties }>({
  parties: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const ports = { server: await freePort(), upstream: await freePort(), other: await freePort() };
      const shopPort = await freePort();
      const origin = `http://localhost:${ports.server}`;
      const upstream = await startUpstreamProvider({
        port: ports.upstream,
        client: { client_id: 'signet', client_secret: secret, ...addressesOf(origin, 'corp') },
      });
      const other = await startServer({ port: ports.other, configuration: otherConfiguration(origin) });
      const server = await startServer({ port: ports.server, configuration: configuration(ports, shopPort) });
      const shop = await startRelyingParty({
        issuer: server.issuer,
        clientId: 'shop',
        clientSecret: secret,
        scope: 'openid profile email',
        port: shopPort,
      });
      await use({ server, other, shop });
      await shop.close();
      await Promise.all([server.stop(), other.stop(), upstream.close()]);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

function addressesOf(origin: string, provider: string) {
  return {
    redirect_uris: [`${origin}/federation/${provider}/callback`],
    post_logout_redirect_uris: [`${origin}/connect/endsession/callback`],
  };
}

function otherConfiguration(origin: string): object {
  const claims = { name: 'Carol of the other', preferred_username: 'carol' };
  return {
    clients: [
      {
        client_id: 'signet',
        client_secrets: [{ value: secret }],
        grant_types: ['authorization_code'],
        scope: 'openid profile email',
        require_consent: false,
        ...addressesOf(origin, 'other'),
      },
    ],
    scopes: [{ name: 'profile', type: 'identity', claims: ['name', 'preferred_username'] }],
    users: [{ username: 'carol', password, claims }],
  };
}

function configuration(ports: { upstream: number; other: number }, shopPort: number): object {
  const provider = (name: string, port: number, more: object = {}) => ({
    name,
    display_name: `The ${name}`,
    type: 'oidc',
    issuer: `http://localhost:${port}`,
    client_id: 'signet',
    client_secret: secret,
    ...more,
  });
  const shop = {
    client_name: 'The shop',
    client_secrets: [{ value: secret }],
    redirect_uris: [`http://localhost:${shopPort}/callback`],
    post_logout_redirect_uris: [`http://localhost:${shopPort}/bye`],
    client_uri: `http://localhost:${shopPort}/`,
    grant_types: ['authorization_code'],
    scope: 'openid profile email',
    require_consent: false,
  };
  return {
    clients: [{ ...shop, client_id: 'shop' }],
    users: ['alice', 'bob'].map((username) => ({ username, password, claims: { email: `${username}@example.com` } })),
    identity_providers: [
      provider('corp', ports.upstream, { domains: ['upstream.example'] }),
      provider('other', ports.other),
      provider('gone', 1, { button: 'domain', domains: ['gone.example'] }),
      provider('closed', ports.upstream, { create_users: false, button: 'hidden' }),
    ],
  };
}

const provider = (page: Page, name: string) => page.locator(`button[name=provider][value=${name}]`);
const decide = (page: Page, decision: string) => page.locator(`button[name=decision][value=${decision}]`);
const shown = (page: Page, name: string) => page.locator(`main[data-page=${name}]`);
const resultOf = async (page: Page) => parseResult(await page.locator('#result').textContent());

async function signInUpstream(page: Page, login: string) {
  await expect(page.getByRole('heading', { name: 'Upstream' })).toBeVisible();
  await page.locator('input[name=login]').fill(login);
  await decide(page, 'sign_in').click();
}

test.describe('signing in through a real oidc-provider', () => {
  test('creates an account, and finds it again', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'ada');
    const first = await resultOf(page);
    expect(first.userinfo).toMatchObject({ name: 'Ada Lovelace', email: 'ada@upstream.example', email_verified: true });
    expect(first.idTokenClaims).toMatchObject({ amr: ['external'], idp: 'corp' });

    await page.context().clearCookies();
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:corp`);
    await signInUpstream(page, 'ada');
    expect((await resultOf(page)).idTokenClaims?.sub).toBe(first.idTokenClaims?.sub);
  });

  test('goes there by login_hint, typed name and the page to choose on', async ({ page, parties }) => {
    const { origin } = parties.shop;
    await page.goto(`${origin}/sign-in?login_hint=ada@upstream.example`);
    await expect(page.locator('input[name=login]')).toHaveValue('ada@upstream.example');

    await page.goto(`${origin}/sign-in`);
    await page.locator('input[name=username]').fill('x@upstream.example');
    await decide(page, 'sign_in').click();
    await expect(page.locator('input[name=login]')).toHaveValue('x@upstream.example');

    await page.goto(`${origin}/sign-in`);
    await page.locator('a[href^="/realm"]').click();
    await expect(shown(page, 'realm')).toBeVisible();
    await page.locator('input[name=username]').fill('nobody.example');
    await decide(page, 'continue').click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    await page.locator('input[name=username]').fill('upstream.example');
    await decide(page, 'continue').click();
    await expect(page.getByRole('heading', { name: 'Upstream' })).toBeVisible();
  });

  test('asks for a user name when the provider’s is taken', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'bob');
    await expect(shown(page, 'complete')).toBeVisible();
    await page.locator('input[name=username]').fill('bob');
    await decide(page, 'continue').click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    const name = `bobby-${test.info().project.name}`;
    await page.locator('input[name=username]').fill(name);
    await decide(page, 'continue').click();
    expect((await resultOf(page)).userinfo).toMatchObject({ name: 'Bob' });
  });

  test('links an existing account only after its password was given', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'eve');
    await expect(shown(page, 'link')).toBeVisible();
    await expect(page.getByText('alice@example.com')).toBeVisible();
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill('not the password');
    await decide(page, 'sign_in').click();
    await expect(page.locator('section[data-problem]')).toBeVisible();
    await page.locator('input[name=password]').fill(password);
    await decide(page, 'sign_in').click();
    expect((await resultOf(page)).userinfo).toMatchObject({ email: 'alice@example.com' });
  });

  test('signs out there too, and comes back to the application', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in`);
    await provider(page, 'corp').click();
    await signInUpstream(page, 'ada');
    await resultOf(page);
    await page.goto(`${parties.shop.origin}/sign-out`);
    await expect(page.getByRole('heading', { name: 'Sign out upstream' })).toBeVisible();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(`${parties.shop.origin}/bye?state=from-app`);
  });
});

test('another Signet is a provider like any other', async ({ page, parties }) => {
  await page.goto(`${parties.shop.origin}/sign-in`);
  await provider(page, 'other').click();
  expect(new URL(page.url()).origin).toBe(parties.other.issuer);
  await page.locator('input[name=username]').fill('carol');
  await page.locator('input[name=password]').fill(password);
  await decide(page, 'sign_in').click();
  expect((await resultOf(page)).userinfo).toMatchObject({ name: 'Carol of the other' });

  await page.goto(`${parties.server.issuer}/logout`);
  await decide(page, 'sign_out').click();
  await expect(shown(page, 'logged-out')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(parties.server.issuer);
  await page.goto(`${parties.shop.origin}/sign-in?prompt=none&acr_values=idp:other`);
  expect(await resultOf(page)).toEqual({ step: 'error', error: 'login_required' });
});

test.describe('when it comes to nothing', () => {
  const failed = (page: Page, problem: string) => page.locator(`main[data-page=error] form[data-problem=${problem}]`);

  test('cancelled there: try again, another way, or back to the application', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:corp`);
    await decide(page, 'cancel').click();
    await expect(failed(page, 'cancelled')).toBeVisible();
    await provider(page, 'corp').click();
    await decide(page, 'cancel').click();
    await expect(failed(page, 'cancelled')).toBeVisible();
    await page.locator('a[href^="/login"]').click();
    await expect(shown(page, 'login')).toBeVisible();
    await provider(page, 'corp').click();
    await decide(page, 'cancel').click();
    await decide(page, 'cancel').click();
    expect(await resultOf(page)).toEqual({ step: 'error', error: 'access_denied' });
  });

  test('the provider is down', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in?login_hint=x@gone.example`);
    await expect(failed(page, 'unavailable')).toBeVisible();
    const again = await page.reload();
    expect(again?.status()).toBe(503);
    await expect(page.locator('main')).toContainText(/Reference \S+/);
    await page.locator('a[href^="/login"]').click();
    await expect(shown(page, 'login')).toBeVisible();
  });

  test('the provider does not know us, and nobody is let in by a made-up answer', async ({ page, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:closed`);
    // The redirect URI of this provider is not registered there: the page is the provider's own.
    await expect(page.locator('body')).toContainText(/redirect_uri|invalid/i);
    const made = await page.goto(`${parties.server.issuer}/federation/closed/callback?code=x&state=made-up`);
    expect(made?.status()).toBe(400);
    await expect(shown(page, 'error')).toBeVisible();
  });

  test('another browser brings the answer', async ({ page, browser, parties }) => {
    await page.goto(`${parties.shop.origin}/sign-in?acr_values=idp:corp`);
    const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    const asked = page.waitForRequest('**/federation/corp/callback**');
    await signInUpstream(page, 'ada');
    const callback = (await asked).url();
    await resultOf(page);
    const answer = await stranger.goto(callback);
    expect(answer?.status()).toBe(403);
    await stranger.context().close();
  });
});
