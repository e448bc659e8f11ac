import { mkdir } from 'node:fs/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { findBrowser } from '#lib/testing/browser';
import { startServer } from '#lib/testing/running-server';

const folder = process.argv[2] ?? 'docs/screens';
const person = { username: 'ana', password: 'correct horse battery staple' };

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  'desktop-light': { viewport: { width: 1280, height: 860 } },
  'desktop-dark': { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  'phone-light': { viewport: { width: 375, height: 720 } },
  'phone-dark': { viewport: { width: 375, height: 720 }, colorScheme: 'dark' },
};

/** Takes a picture of every page and state, in every look: `docs/screens/<page>-<look>.png`. */
async function takeScreens(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const server = await startServer({ configuration });
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...args], env: { ...processEnvironment(), ...env } });
  try {
    for (const look of Object.keys(looks)) await walk(browser, look, server.issuer);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function walk(browser: Browser, look: string, issuer: string): Promise<void> {
  const context = await browser.newContext({ ...looks[look], locale: 'en-GB' });
  const page = await context.newPage();
  const take = (name: string) => page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true });
  await page.goto(`${issuer}/`);
  await take('start');
  await page.goto(authorizeUrl(issuer));
  await take('sign-in');
  await signIn(page, 'wrong');
  await take('sign-in-error');
  await signIn(page, person.password);
  await page.waitForSelector('main[data-page=consent]');
  await take('consent');
  await page.goto(`${issuer}/device`);
  await take('device');
  await enterCode(page, issuer);
  await take('device-confirm');
  await page.click('button[value=deny]');
  await page.waitForSelector('main[data-page=device-denied]');
  await take('device-denied');
  await page.goto(`${issuer}/device`);
  await enterCode(page, issuer);
  await page.click('button[value=allow]');
  await page.waitForSelector('main[data-page=device-done]');
  await take('device-done');
  await page.goto(authorizeUrl(issuer, { prompt: 'login' }));
  await take('sign-in-again');
  await page.goto(`${issuer}/logout`);
  await take('sign-out');
  await page.click('button[value=sign_out]');
  await page.waitForSelector('main[data-page=logged-out]');
  await take('signed-out');
  await page.goto(`${issuer}/connect/authorize?client_id=unknown`);
  await take('error');
  await page.goto(`${issuer}/nowhere`);
  await take('not-found');
  await context.close();
}

/** Asks for a code as a television does, and types it. */
async function enterCode(page: Page, issuer: string): Promise<void> {
  const body = new URLSearchParams({ client_id: 'tv', scope: 'openid profile' });
  const answer = await fetch(`${issuer}/connect/deviceauthorization`, { method: 'POST', body });
  const { user_code: code } = await answer.json();
  await page.fill('input[name=user_code]', code);
  await page.click('button[value=continue]');
  await page.waitForSelector('main[data-page=device-confirm]');
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.fill('input[name=username]', person.username);
  await page.fill('input[name=password]', password);
  await page.click('button[value=sign_in]');
}

function authorizeUrl(issuer: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'shop',
    response_type: 'code',
    redirect_uri: 'https://shop.example/callback',
    scope: 'openid profile email offline_access orders',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...parameters,
  });
  return `${issuer}/connect/authorize?${query}`;
}

function processEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

const configuration = {
  scopes: [
    {
      name: 'orders',
      type: 'resource',
      display_name: 'Your orders',
      description: 'See your orders and their delivery dates',
    },
  ],
  clients: [
    {
      client_id: 'shop',
      client_name: 'Lantern Books',
      client_secrets: [{ value: 'a-secret-nobody-uses-in-these-pictures' }],
      redirect_uris: ['https://shop.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid profile email offline_access orders',
      client_uri: 'https://shop.example/',
      policy_uri: 'https://shop.example/privacy',
      tos_uri: 'https://shop.example/terms',
    },
    {
      client_id: 'tv',
      client_name: 'Lantern TV',
      token_endpoint_auth_method: 'none',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'openid profile',
    },
  ],
  users: [
    {
      ...person,
      claims: {
        name: 'Ana Ribeiro',
        given_name: 'Ana',
        family_name: 'Ribeiro',
        email: 'ana@example.com',
        email_verified: true,
      },
    },
  ],
};

await takeScreens();
