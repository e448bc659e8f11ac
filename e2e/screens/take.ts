import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { findBrowser } from '#lib/testing/browser';
import { startServer } from '#lib/testing/running-server';

const folder = process.argv[2] ?? 'docs/screens';
const person = { username: 'ana', password: 'correct horse battery staple' };

const sizes = { desktop: { width: 1120, height: 800 }, phone: { width: 375, height: 720 } } as const;

type Look = { readonly name: string; readonly locale: string; readonly options: BrowserContextOptions };

const looks: readonly Look[] = [
  ...(['desktop', 'phone'] as const).flatMap((size) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${size}-${colorScheme}`,
      locale: 'en-GB',
      options: { viewport: sizes[size], colorScheme },
    })),
  ),
  { name: 'phone-arabic', locale: 'ar', options: { viewport: sizes.phone } },
];

/** Takes a picture of every page and state, in every look: `docs/screens/<page>-<look>.png`. */
async function takeScreens(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const server = await startServer({ configuration });
  const { executablePath, args, env } = await findBrowser();
  const environment = { ...processEnvironment(), ...(await withSystemFonts(env)) };
  const browser = await chromium.launch({ executablePath, args: [...args], env: environment });
  try {
    const wanted = process.argv[3];
    for (const look of looks.filter(({ name }) => wanted === undefined || name === wanted)) {
      await walk(browser, look, server.issuer);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

type Walk = {
  readonly page: Page;
  readonly issuer: string;
  readonly take: (name: string) => Promise<unknown>;
};

async function walk(browser: Browser, { name: look, locale, options }: Look, issuer: string): Promise<void> {
  const context = await browser.newContext({ ...options, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const take = (name: string) => page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true });
  const tour = { page, issuer, take };
  await page.goto(`${issuer}/`);
  await take('start');
  await walkSignIn(tour);
  await walkDevice(tour);
  await walkTenant(tour);
  await walkErrors(tour);
  await walkSignOut(tour);
  await context.close();
}

async function walkSignIn({ page, issuer, take }: Walk): Promise<void> {
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
  await page.goto(authorizeUrl(issuer, { scope: 'openid' }));
  await take('consent-sign-in');
  await page.goto(authorizeUrl(issuer, { prompt: 'login' }));
  await take('sign-in-again');
  await page.goto(authorizeUrl(issuer, { prompt: 'login', display: 'popup' }));
  await take('sign-in-popup');
}

async function walkDevice({ page, issuer, take }: Walk): Promise<void> {
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
  await page.goto(`${issuer}/device`);
  await page.fill('input[name=user_code]', await askForCode(issuer));
  await page.click('button[value=continue]');
  await page.click('button[value=allow]');
  await page.waitForSelector('main[data-page=device-done]');
  await take('device-done');
}

/** Somebody else on the same browser, and a tenant with a look of its own. */
async function walkTenant({ page, issuer, take }: Walk): Promise<void> {
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

async function walkErrors({ page, issuer, take }: Walk): Promise<void> {
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

async function walkSignOut({ page, issuer, take }: Walk): Promise<void> {
  await page.goto(`${issuer}/logout`);
  await take('sign-out');
  await page.click('button[value=sign_out]');
  await page.waitForSelector('main[data-page=logged-out]');
  await take('signed-out');
  await page.goto(`${issuer}/connect/endsession?client_id=shop&post_logout_redirect_uri=https://elsewhere.example/`);
  await take('signed-out-problem');
}

/** Asks for a code as a television does. */
async function askForCode(issuer: string): Promise<string> {
  const body = new URLSearchParams({ client_id: 'tv', scope: 'openid profile' });
  const answer = await fetch(`${issuer}/connect/deviceauthorization`, { method: 'POST', body });
  const { user_code: code } = await answer.json();
  return code;
}

async function signIn(page: Page, password: string, username = person.username): Promise<void> {
  await page.fill('input[name=username]', username);
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

/**
 * The browser of the tests brings one font, which has no Arabic letters. For the pictures it gets the machine's fonts
 * as well, after its own.
 */
async function withSystemFonts(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const own = env.FONTCONFIG_PATH;
  if (own === undefined) return { ...env };
  const cache = join(process.cwd(), 'node_modules/.cache/signet/fonts');
  await mkdir(cache, { recursive: true });
  const file = join(cache, 'fonts.conf');
  const families = ['sans-serif', 'ui-sans-serif', 'system-ui'].map(
    (name) => `<alias binding="strong"><family>${name}</family><prefer><family>Open Sans</family></prefer></alias>`,
  );
  const directories = [own, '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`);
  await writeFile(
    file,
    `<fontconfig>${directories.join('')}<cachedir>${cache}</cachedir>${families.join('')}</fontconfig>`,
  );
  return { ...env, FONTCONFIG_FILE: file };
}

function processEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

function drawing(colour: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 168 36"><path fill="${colour}" d="M18 2a16 16 0 1 0 0 32 16 16 0 0 0 0-32Zm0 5 3 7h6l-5 5 2 8-6-4-6 4 2-8-5-5h6Z"/><text x="44" y="25" font-family="Georgia, serif" font-size="22" fill="${colour}">Harbour</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const configuration = {
  portal: { registration: 'on' },
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
      consent_lifetime_seconds: 7_776_000,
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
    { ...person, username: 'tomas', claims: { name: 'Tomáš Dvořák', email: 'tomas@harbour.example' } },
  ],
  tenants: [
    {
      name: 'harbour',
      display_name: 'Harbour Library',
      theme: {
        primary: '#0f5e9c',
        primary_dark: '#7cc4f5',
        radius: '6px',
        logo: drawing('#0f5e9c'),
        logo_dark: drawing('#7cc4f5'),
      },
      links: {
        support: 'mailto:desk@harbour.example',
        privacy: 'https://harbour.example/privacy',
        terms: 'https://harbour.example/terms',
      },
    },
    { name: 'meadow', display_name: 'Meadow', theme: { primary: '#ffe27a', radius: '24px', mode: 'dark' } },
  ],
};

await takeScreens();
