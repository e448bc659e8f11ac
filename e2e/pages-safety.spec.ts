import type { Page } from 'playwright/test';
import { type AttackerSite, startAttackerSite } from '#lib/testing/attacker-site';
import { codeRequest } from '#lib/testing/http-browser';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { parseResult, password } from './fixtures';
import { expect, test } from './test';

let attacker: AttackerSite;
test.beforeAll(async () => {
  attacker = await startAttackerSite();
});
test.afterAll(() => attacker.close());

async function signIn(page: Page, start: string, username = 'alice'): Promise<void> {
  await page.goto(start);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('main[data-page=consent]')).toBeVisible();
}

/** The hidden fields of the form on a page. */
async function hiddenFields(page: Page): Promise<Record<string, string>> {
  const inputs = await page.locator('input[type=hidden]').all();
  const pairs = inputs.map(
    async (input) => [(await input.getAttribute('name')) ?? '', await input.inputValue()] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

/** @returns login_required if nobody is signed in, consent_required if somebody is */
async function sessionAnswer(page: Page, relyingParty: { origin: string }): Promise<string | undefined> {
  await page.goto(`${relyingParty.origin}/sign-in?prompt=none`);
  return parseResult(await page.locator('#result').textContent()).error;
}

test('a page redirects with 303, so that no browser repeats a POST (RFC 9700 §4.12)', async ({ request, server }) => {
  const ask = (method: string) => request.fetch(`${server.issuer}/admin`, { method, maxRedirects: 0 });
  const answer = await ask('GET');
  expect([answer.status(), answer.headers().location]).toEqual([303, expect.stringMatching(/^\//)]);
  expect((await ask('POST')).status(), 'a page takes no POST').toBe(405);
});

test.describe('a sign-in that another browser started (security #20)', () => {
  test('cannot be finished in this browser and gives the other one nothing', async ({
    page,
    browser,
    relyingParty,
  }) => {
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(`${relyingParty.origin}/sign-in`);
    await expect(theirs.locator('main[data-page=login]')).toBeVisible();
    const lure = theirs.url();

    for (const prepare of [async () => {}, () => page.goto(`${relyingParty.origin}/sign-in`)]) {
      await prepare();
      const response = await page.goto(lure);
      expect(response?.status()).toBe(403);
      await expect(page.locator('main[data-page=error]')).toBeVisible();
      await expect(page.locator('main input')).toHaveCount(0);
    }
    // The same if the person is signed in or sends the form of the other page.
    await signIn(page, `${relyingParty.origin}/sign-in`);
    expect((await page.goto(lure))?.status()).toBe(403);
    const fields = { ...(await hiddenFields(theirs)), username: 'alice', password, decision: 'sign_in' };
    const posted = await page.request.post(`${new URL(lure).origin}/login/submit`, {
      form: fields,
      headers: { origin: new URL(lure).origin },
      maxRedirects: 0,
    });
    expect(posted.status()).toBe(403);
    await theirs.reload();
    await expect(theirs.locator('main[data-page=login]')).toBeVisible();
    await other.close();
  });
});

test.describe('another site (security #79, #100, #101)', () => {
  const form = (action: string, fields: Record<string, string>, encoding = 'application/x-www-form-urlencoded') => {
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    return `<form method="post" action="${action}" enctype="${encoding}">${inputs.join('')}<button>Win a prize</button></form>`;
  };
  const press = async (page: Page) => {
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      page.getByRole('button', { name: 'Win a prize' }).click(),
    ]);
    return response.status();
  };

  test('signs nobody in with a form', async ({ page, browser, server, relyingParty }) => {
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(`${relyingParty.origin}/sign-in`);
    const fields = { ...(await hiddenFields(theirs)), username: 'bob', password, decision: 'sign_in' };
    await page.goto(`${relyingParty.origin}/sign-in`);
    const own = { ...(await hiddenFields(page)), username: 'bob', password, decision: 'sign_in' };
    for (const origin of attacker.origins) {
      for (const values of [fields, own]) {
        attacker.show(form(`${server.issuer}/login/submit`, values));
        await page.goto(origin);
        expect(await press(page), origin).toBe(403);
      }
    }
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('signet');
    expect(await sessionAnswer(page, relyingParty)).toBe('login_required');
    await other.close();
  });

  test('neither consents nor signs out with a form, even with every field', async ({ page, server, relyingParty }) => {
    await signIn(page, `${relyingParty.origin}/sign-in`);
    const consentUrl = page.url();
    const consent = { ...(await hiddenFields(page)), scope: 'openid', decision: 'allow' };
    const started = await fetch(`${server.issuer}/connect/deviceauthorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'tv' }),
    });
    await page.goto(`${server.issuer}/device?user_code=${(await started.json()).user_code}`);
    const entry = { user_code: await page.locator('main input[name=user_code]').inputValue(), decision: 'continue' };
    await page.locator('button[value=continue]').click();
    await expect(page.locator('main[data-page=device-confirm]')).toBeVisible();
    const device = { ...(await hiddenFields(page)), decision: 'allow' };
    await page.goto(`${server.issuer}/logout`);
    const logout = { ...(await hiddenFields(page)), decision: 'sign_out' };
    const targets = [
      ['/consent/submit', consent],
      ['/device/submit', entry],
      ['/device/submit', device],
      ['/logout/submit', logout],
      ['/setup/submit', { token: 'x'.repeat(43) }],
    ] as const;
    for (const origin of attacker.origins) {
      for (const [path, fields] of targets) {
        attacker.show(form(server.issuer + path, fields));
        await page.goto(origin);
        expect(await press(page), `${origin} ${path}`).toBe(403);
      }
    }
    for (const encoding of ['text/plain', 'multipart/form-data']) {
      attacker.show(form(`${server.issuer}/consent/submit`, consent, encoding));
      await page.goto(attacker.origins[0]);
      expect(await press(page), encoding).toBe(403);
    }
    expect(await sessionAnswer(page, relyingParty)).toBe('consent_required');
    await page.goto(consentUrl);
    await page.locator('button[value=allow]').click();
    // The relying party has started another request in the meantime. The page was still open and led back to it.
    await expect(page.locator('#result')).toBeVisible();
  });

  test('signs nobody out with links, pictures or scripts', async ({
    page,
    server,
    relyingParty,
    javaScriptEnabled,
  }) => {
    await signIn(page, `${relyingParty.origin}/sign-in`);
    await page.goto(`${server.issuer}/logout`);
    const fields = { ...(await hiddenFields(page)), decision: 'sign_out' };
    for (const origin of attacker.origins) {
      const pictures = ['/logout', '/logout/submit', '/logout?done=1'].map(
        (path) => `<img src="${server.issuer}${path}">`,
      );
      attacker.show(`${pictures.join('')}<a href="${server.issuer}/logout?done=1">Win a prize</a>`);
      await page.goto(origin);
      if (javaScriptEnabled !== false) await page.evaluate(post, [`${server.issuer}/logout/submit`, fields] as const);
      await page.getByRole('link', { name: 'Win a prize' }).click();
      await expect(page.locator('main[data-page]')).toBeVisible();
    }
    expect(await sessionAnswer(page, relyingParty)).toBe('consent_required');
  });

  /** Runs in the attacker's page: sends a request that needs no preflight. */
  async function post([url, fields]: readonly [string, Record<string, string>]): Promise<void> {
    const body = new URLSearchParams(fields);
    await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => null);
  }
});

test('no page of this server is shown in a frame of another site (security #129)', async ({
  page,
  server,
  relyingParty,
}) => {
  await signIn(page, `${relyingParty.origin}/sign-in`);
  const consent = page.url();
  const authorize = codeRequest(server.issuer, {
    client_id: 'web',
    redirect_uri: `${relyingParty.origin}/callback`,
    scope: 'openid',
  });
  const login = `${consent.replace('/consent?', '/login?')}&account=choose`;
  const paths = ['/device', '/logout', '/logout?done=1', '/error', '/nowhere', '/admin', '/setup?token=x', '/'];
  const addresses = [login, consent, authorize.url, ...paths.map((path) => server.issuer + path)];
  const source = (url: string) => url.replaceAll('&', '&amp;');
  const frames = [
    ...[...addresses, relyingParty.origin].map((url) => `<iframe src="${source(url)}"></iframe>`),
    ...[consent, relyingParty.origin].map(
      (url) => `<object data="${source(url)}"></object><embed src="${source(url)}">`,
    ),
  ];
  attacker.show(frames.join(''));
  for (const origin of attacker.origins) {
    await page.goto(origin);
    const shown = await Promise.all(
      page
        .frames()
        .slice(1)
        // In place of a page that it may not show, the browser shows one of its own.
        .filter((frame) => !frame.url().startsWith('chrome-error:'))
        // An object that is not allowed to load its page disappears.
        .map((frame) =>
          frame
            .locator('main, h1')
            .allTextContents()
            .catch(() => []),
        ),
    );
    // The frames of the relying party prove that frames can show something.
    expect(shown.flat()).toEqual(Array(3).fill('Relying party'));
  }
});

test('a whole flow breaks no policy, loads nothing from other origins and sends no Referer (security #128, #130, #135)', async ({
  page,
  context,
  server,
  relyingParty,
}) => {
  const problems: string[] = [];
  const origins = new Set<string>();
  const referrers: (string | undefined)[] = [];
  page.on('console', (message) => {
    if (/content security policy|refused to|violat/i.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  context.on('request', async (request) => {
    const { origin, pathname } = new URL(request.url());
    origins.add(origin);
    if (origin === relyingParty.origin && pathname === '/callback')
      referrers.push((await request.allHeaders()).referer);
  });
  await page.goto(`${relyingParty.origin}/sign-in?response_mode=query`);
  await page.locator('button[value=sign_in]').click();
  await expect(page.locator('[role=alert]').first()).toBeVisible();
  await signIn(page, page.url());
  await page.locator('button[value=allow]').click();
  await expect(page.locator('#result')).toBeVisible();
  for (const path of ['/', '/error', '/setup?token=x', '/nowhere', '/login?interaction=x'])
    await page.goto(server.issuer + path);
  await page.goto(`${server.issuer}/logout`);
  await page.locator('button[value=sign_out]').click();
  await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
  expect(problems).toEqual([]);
  expect([...origins].sort()).toEqual([relyingParty.origin, server.issuer].sort());
  expect(referrers).toEqual([undefined]);
  // No data of the person is stored where a script could read it.
  const zone = test.info().project.use.javaScriptEnabled === false ? '' : 'signet-tz=UTC';
  const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
  expect(kept).toEqual([zone, 0, 0]);
});

test('after a sign-out Back and Forward show no data of the person (security #133)', async ({
  page,
  server,
  relyingParty,
}) => {
  await signIn(page, `${relyingParty.origin}/sign-in`);
  await expect(page.locator('main')).toContainText('alice@example.com');
  await page.goto(`${server.issuer}/logout`);
  await expect(page.getByText('alice').first()).toBeVisible();
  await page.locator('button[value=sign_out]').click();
  await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
  for (const step of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
    await page[step]();
    await expect(page.locator('main[data-page]')).toBeVisible();
    expect(await page.content()).not.toMatch(/alice@example\.com|alice Example/);
  }
});

test.describe('the name of an application is shown as text (security #126)', () => {
  const markup = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
  let server: RunningServer;

  test.beforeAll(async () => {
    server = await startServer({
      configuration: {
        scopes: [
          {
            name: 'api',
            type: 'resource',
            display_name: `Scope ${markup}`,
            description: `Text ${markup}`,
            emphasize: true,
          },
        ],
        clients: [
          {
            client_id: 'evil',
            client_name: `App ${markup}`,
            token_endpoint_auth_method: 'none',
            redirect_uris: ['https://rp.test/cb'],
            grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
            scope: 'openid profile api',
            client_uri: 'https://rp.test/?x=%22%3E%3Cscript%3E',
            policy_uri: "https://rp.test/'onclick='alert(1)",
          },
        ],
        users: [{ username: 'alice', password, claims: { name: `Name ${markup}` } }],
      },
    });
  });
  test.afterAll(() => server.stop());

  test('on the pages for sign-in, consent, devices and sign-out, in their titles and links', async ({ page }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      return dialog.dismiss();
    });
    const parameters = {
      client_id: 'evil',
      redirect_uri: 'https://rp.test/cb',
      scope: 'openid profile api',
      login_hint: markup,
    };
    const expectText = async (text: string) => {
      await expect(page.locator('main')).toContainText(text);
      await expect(page.locator('img[src=x], main script, [onerror], [onclick], a[href^="javascript"]')).toHaveCount(0);
    };
    await page.goto(codeRequest(server.issuer, parameters).url);
    await expect(page.locator('input[name=username]')).toHaveValue(markup);
    await expectText(`App ${markup}`);
    await signIn(page, page.url());
    for (const text of [`App ${markup}`, `Scope ${markup}`, `Text ${markup}`, `Name ${markup}`]) await expectText(text);
    const body = new URLSearchParams({ client_id: 'evil', scope: 'openid profile api' });
    const answer = await fetch(`${server.issuer}/connect/deviceauthorization`, { method: 'POST', body });
    await page.goto(`${server.issuer}/device?user_code=${(await answer.json()).user_code}`);
    await page.locator('button[value=continue]').click();
    await expect(page.locator('main[data-page=device-confirm]')).toBeVisible();
    for (const text of [`App ${markup}`, `Scope ${markup}`, `Name ${markup}`]) await expectText(text);
    await page.locator('button[value=allow]').click();
    await expect(page.locator('main[data-page=device-done]')).toBeVisible();
    await page.goto(`${server.issuer}/logout`);
    await expectText(`App ${markup}`);
    await page.locator('button[value=sign_out]').click();
    await expect(page.locator('main[data-page=logged-out]')).toBeVisible();
    await expectText(`App ${markup}`);
    expect(dialogs).toEqual([]);
  });
});
