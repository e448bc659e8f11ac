import { expect, type Page } from 'playwright/test';
import { type RelyingParty, startRelyingParty } from '#lib/testing/relying-party';
import { freePort, startServer } from '#lib/testing/running-server';
import { parseResult, password } from './fixtures';
import { test } from './test';

const secret = 'a-secret-of-the-sign-out-tests';

/** `news` gets logout notices through the browser and from the server, `shop` gets none. */
async function startParties() {
  const ports = { server: await freePort(), shop: await freePort(), news: await freePort() };
  const server = await startServer({ port: ports.server, configuration: configuration(ports) });
  const start = (clientId: 'shop' | 'news') =>
    startRelyingParty({
      issuer: server.issuer,
      clientId,
      clientSecret: secret,
      scope: 'openid profile',
      port: ports[clientId],
    });
  const [shop, news] = await Promise.all([start('shop'), start('news')]);
  return {
    server,
    shop,
    news,
    close: async () => {
      await Promise.all([shop.close(), news.close()]);
      await server.stop();
    },
  };
}

let parties: Awaited<ReturnType<typeof startParties>>;

test.beforeAll(async () => {
  parties = await startParties();
});
test.afterAll(() => parties.close());

function configuration(ports: { readonly shop: number; readonly news: number }): object {
  const client = (name: 'shop' | 'news', more: object = {}) => ({
    client_id: name,
    client_name: `The ${name}`,
    client_secrets: [{ value: secret }],
    redirect_uris: [`http://localhost:${ports[name]}/callback`],
    post_logout_redirect_uris: [`http://localhost:${ports[name]}/bye`],
    scope: 'openid profile',
    require_consent: false,
    ...more,
  });
  const origin = `http://localhost:${ports.news}`;
  return {
    clients: [
      client('shop'),
      client('news', {
        frontchannel_logout_uri: `${origin}/frontchannel`,
        backchannel_logout_uri: `${origin}/backchannel`,
      }),
    ],
    users: ['alice', 'bob'].map((username) => ({ username, password, claims: { name: `${username} Example` } })),
  };
}

/**
 * Signs in at an application. The second application asks for nothing.
 * @returns the sid of the ID token
 */
async function signInAt(page: Page, party: RelyingParty): Promise<unknown> {
  await page.goto(`${party.origin}/sign-in`);
  if ((await page.locator('main[data-page=login]').count()) > 0) {
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
  }
  const result = parseResult(await page.locator('#result').textContent());
  expect(result.step).toBe('signed-in');
  return result.idTokenClaims?.sid;
}

async function expectSignedOut(page: Page, { origin }: RelyingParty): Promise<void> {
  await page.goto(`${origin}/sign-in?prompt=none`);
  expect(parseResult(await page.locator('#result').textContent()).error).toBe('login_required');
}

test.describe('a person signs out from an application', () => {
  test('the other applications are notified, and the person returns to the one that asked', async ({
    page,
    javaScriptEnabled,
  }) => {
    const { server, shop, news } = parties;
    const [frames, tokens] = [news.logouts.front.length, news.logouts.back.length];
    const sid = await signInAt(page, shop);
    expect(await signInAt(page, news)).toBe(sid);

    await page.goto(`${shop.origin}/sign-out`);
    if (javaScriptEnabled === false) {
      await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
      await page.getByRole('link', { name: 'Return to The shop' }).click();
    }
    await page.waitForURL(`${shop.origin}/bye?state=from-app`);

    await expect.poll(() => news.logouts.front.length).toBe(frames + 1);
    const told = news.logouts.front.at(-1);
    expect([told?.get('iss'), told?.get('sid')]).toEqual([server.issuer, sid]);
    await expect.poll(() => news.logouts.back.length).toBe(tokens + 1);
    expect(news.logouts.back.at(-1)).toMatchObject({
      iss: server.issuer,
      aud: 'news',
      sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    await expectSignedOut(page, shop);
  });

  test('an application that does not answer does not stop the sign-out', async ({ page, javaScriptEnabled }) => {
    const { shop, news } = parties;
    await signInAt(page, shop);
    await signInAt(page, news);
    await page.route('**/frontchannel*', () => new Promise(() => {}));
    await page.goto(`${shop.origin}/sign-out`, { waitUntil: 'commit' });
    await expect(page.locator('main[data-page=logged-out] [role=status]')).toBeVisible();
    if (javaScriptEnabled === false) {
      await page.getByRole('link', { name: 'Return to The shop' }).click();
    }
    await page.waitForURL(`${shop.origin}/bye?state=from-app`);
    await expectSignedOut(page, shop);
  });

  test('without an ID token the person is asked first and may stay signed in', async ({ page }) => {
    const { shop } = parties;
    await signInAt(page, shop);
    await page.goto(`${shop.origin}/sign-out?hint=none`);
    await expect(page.locator('main[data-page=logout]')).toBeVisible();
    await expect(page.locator('main')).toContainText('alice');
    await page.goto(`${shop.origin}/sign-in?prompt=none`);
    expect(parseResult(await page.locator('#result').textContent()).step).toBe('signed-in');

    await page.goto(`${shop.origin}/sign-out?hint=none`);
    await page.locator('button[name=decision][value=sign_out]').click();
    await page.waitForURL(`${shop.origin}/bye?state=from-app`);
    await expectSignedOut(page, shop);
  });

  test('only the selected accounts are signed out, and the page shows the result for each application', async ({
    page,
    javaScriptEnabled,
  }) => {
    const { server, shop, news } = parties;
    await signInAt(page, shop);
    await signInAt(page, news);
    await page.goto(`${shop.origin}/sign-in?prompt=select_account`);
    await page.locator('a[href*="account=new"]').click();
    await page.locator('input[name=username]').fill('bob');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();

    await page.goto(`${server.issuer}/logout`);
    const bob = page.getByRole('checkbox', { name: /bob/ });
    const alice = page.getByRole('checkbox', { name: /alice/ });
    await expect(bob).toBeChecked();
    await expect(alice).not.toBeChecked();
    // Nobody tells the shop.
    await expect(page.locator('fieldset')).toContainText(/also be signed out of \W*The news/);
    await expect(page.locator('fieldset')).toContainText(/may stay signed in to \W*The shop/);
    await bob.uncheck();
    await page.locator('button[value=sign_out]').click();
    await expect(page.locator('[data-problem]')).toContainText('Select at least one account');
    await page.getByRole('checkbox', { name: /alice/ }).check();
    await page.getByRole('checkbox', { name: /bob/ }).uncheck();
    await page.locator('button[value=sign_out]').click();

    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
    const rowOf = (name: string) => page.locator('li').filter({ hasText: name });
    await expect(rowOf('The news')).toContainText(javaScriptEnabled === false ? 'Signing out…' : 'Signed out');
    await expect(rowOf('The shop')).toContainText('Close this app');
    await page.goto(`${server.issuer}/logout`);
    await expect(page.locator('main')).toContainText('You’re signed in as bob');
    await page.locator('button[value=sign_out]').click();
    await expectSignedOut(page, shop);
  });

  test('an address that is not registered gets no redirect', async ({ page }) => {
    const { shop } = parties;
    await signInAt(page, shop);
    const evil = encodeURIComponent('https://evil.example/');
    await page.goto(`${shop.origin}/sign-out?post_logout_redirect_uri=${evil}`);
    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
    await page.locator('summary').click();
    await expect(page.locator('details')).toContainText('not registered');
    expect(await page.locator('a[href*=evil]').count()).toBe(0);
    await expectSignedOut(page, shop);
  });

  test('a form posted from another site signs out too', async ({ page }) => {
    const { shop } = parties;
    await signInAt(page, shop);
    // A different site than localhost. Because of SameSite=Lax the browser does not send our cookie with this POST.
    await page.goto(`${shop.origin.replace('localhost', '127.0.0.1')}/sign-out-form`);
    await page.locator('button').click();
    await page.waitForURL(`${shop.origin}/bye?state=from-app`);
    await expectSignedOut(page, shop);
  });

  test('the check session frame tells an application when the session has ended', async ({
    page,
    javaScriptEnabled,
  }) => {
    const { server, shop } = parties;
    await page.goto(`${shop.origin}/sign-in`);
    await page.locator('input[name=username]').fill('alice');
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[value=sign_in]').click();
    const state = new URL(page.url()).searchParams.get('session_state');
    expect(state).toMatch(/^[\w-]{43}\.[0-9a-f]{32}$/);
    if (javaScriptEnabled === false) return;
    const ask = () =>
      page.evaluate(askFrame, { address: `${server.issuer}/connect/checksession`, text: `shop ${state}` });
    expect(await ask()).toBe('unchanged');
    await page.goto(`${shop.origin}/sign-out`);
    await page.waitForURL(`${shop.origin}/bye?state=from-app`);
    expect(await ask()).toBe('changed');
  });
});

/** Runs in an application's page: loads the frame, posts the text and waits for the answer. */
function askFrame({ address, text }: { readonly address: string; readonly text: string }): Promise<unknown> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    const { origin } = new URL(address);
    addEventListener('message', (event) => {
      if (event.origin === origin) resolve(event.data);
    });
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(text, origin));
    frame.src = address;
    document.body.append(frame);
  });
}
