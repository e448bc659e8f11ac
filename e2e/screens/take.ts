import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright';
import sharp from 'sharp';
import { applyConfiguration } from '#lib/testing/apply-configuration';
import { findBrowser } from '#lib/testing/browser';
import { freePort, startServer } from '#lib/testing/running-server';
import { startUpstreamProvider } from '../../lib/testing/upstream-provider.mjs';
import { areaConfiguration } from '../admin/area';
import { expireInteractions } from '../expire';
import { arabicPictures, takeAccounts } from './accounts/take-accounts';
import { walkMails } from './accounts/walk-mails';
import { configuration, upstreamSecret } from './configuration';
import { walkAdmin } from './walk-admin';
import { walkProvider } from './walk-provider';
import { type Walk, walkDevice, walkErrors, walkSignIn, walkSignOut, walkTenant } from './walks';

/** The pictures that the documents show. */
const shown = 'public/pictures';

const [folder = 'screens', wantedLook, wantedPart] = process.argv.slice(2);
const parts = { interactions: takeInteractions, accounts: takeAccountsIn, mails: takeMails, admin: takeAdmin };

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

/** The administration and accounts are only shown in two looks. The administration has no right-to-left language. */
const fewLooks: ReadonlySet<string> = new Set(['desktop-light', 'phone-dark']);

/** The administration is also shown at the height of a laptop. */
const laptop: Look = {
  name: 'laptop-dark',
  locale: 'en-GB',
  options: { viewport: { width: 1280, height: 720 }, colorScheme: 'dark' },
};

/**
 * Takes a picture of every page and state in every look, `screens/<page>-<look>.png`, and renews those that the
 * documents show.
 */
async function takeScreens(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { executablePath, args, env } = await findBrowser();
  const environment = { ...processEnvironment(), ...(await withSystemFonts(env)) };
  const browser = await chromium.launch({ executablePath, args: [...args], env: environment });
  const wanted = [...looks, laptop].filter(({ name }) => wantedLook === undefined || name === wantedLook);
  try {
    for (const [part, take] of Object.entries(parts)) {
      if (wantedPart === undefined || part === wantedPart) await take(browser, wanted);
    }
  } finally {
    await browser.close();
  }
  const taken = new Set(await readdir(folder));
  for (const name of await readdir(shown)) if (taken.has(name)) await copyFile(join(folder, name), join(shown, name));
}

/** Sign-in, consent, devices, sign-out, and everything that can go wrong. */
async function takeInteractions(browser: Browser, wanted: readonly Look[]): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'signet-screens-'));
  const ports = { server: await freePort(), upstream: await freePort() };
  const origin = `http://localhost:${ports.server}`;
  const redirectUris = ['corp', 'invited'].map((name) => `${origin}/federation/${name}/callback`);
  const client = { client_id: 'signet', client_secret: upstreamSecret, post_logout_redirect_uris: [] };
  const upstream = await startUpstreamProvider({
    port: ports.upstream,
    client: { ...client, redirect_uris: redirectUris },
  });
  const server = await startServer({
    folder: data,
    port: ports.server,
    configuration: configuration(ports.upstream),
  });
  try {
    for (const look of wanted) {
      if (look !== laptop) await walk(browser, look, { issuer: server.issuer, folder: data });
    }
  } finally {
    await Promise.all([server.stop(), upstream.close()]);
    await rm(data, { recursive: true, force: true });
  }
}

type Place = { readonly issuer: string; readonly folder: string };

/** Opens a new browser in a look. */
async function open(browser: Browser, { name: look, locale, options }: Look, issuer: string): Promise<Walk> {
  const context = await browser.newContext({ ...options, locale, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const take = async (name: string, what: 'page' | 'window' = 'page') => {
    const fullPage = what === 'page';
    // A field with the focus may have scrolled the page, and the top bar with it.
    if (fullPage) await page.evaluate(() => window.scrollTo(0, 0));
    await writeFile(`${folder}/${name}-${look}.png`, await shrink(await page.screenshot({ fullPage })));
  };
  return { page, issuer, take };
}

/** The pages of accounts, some of them from right to left. */
async function takeAccountsIn(browser: Browser, wanted: readonly Look[]): Promise<void> {
  for (const look of wanted.filter(isFew)) await takeAccounts((issuer) => openFew(browser, look, issuer));
}

/** Each kind of mail. */
async function takeMails(browser: Browser, wanted: readonly Look[]): Promise<void> {
  for (const look of wanted.filter(isFew)) {
    const tour = await openFew(browser, look, '');
    await walkMails(tour, isArabic(look) ? 'ar' : 'en');
    await tour.page.context().close();
  }
}

function isFew(look: Look): boolean {
  return fewLooks.has(look.name) || isArabic(look);
}

function isArabic({ locale }: Look): boolean {
  return locale === 'ar';
}

/** Like open(), but in a right-to-left language it takes only one picture of each kind of page. */
async function openFew(browser: Browser, look: Look, issuer: string): Promise<Walk> {
  const tour = await open(browser, look, issuer);
  if (!isArabic(look)) return tour;
  return { ...tour, take: async (name: string) => arabicPictures.has(name) && tour.take(name) };
}

const agent = { token_endpoint_auth_method: 'none', scope: 'openid offline_access', self_registered: true };
const agents = [
  {
    ...agent,
    client_id: 'notes-agent',
    client_name: 'Notes Agent',
    redirect_uris: ['https://notes.example/callback'],
    agent_end_date: '2030-01-31',
  },
  { ...agent, client_id: 'editor-agent', client_name: 'Editor', redirect_uris: ['http://localhost/callback'] },
];

/** The pages of the administration, on a new server. */
async function takeAdmin(browser: Browser, wanted: readonly Look[]): Promise<void> {
  const clients = [...areaConfiguration.clients, ...agents];
  const server = await startServer({ configuration: { ...areaConfiguration, clients } });
  try {
    for (const look of wanted.filter((one) => one === laptop || fewLooks.has(one.name))) {
      const tour = await open(browser, look, server.issuer);
      await walkAdmin(tour);
      await tour.page.context().close();
    }
  } finally {
    await server.stop();
  }
}

async function walk(browser: Browser, look: Look, place: Place): Promise<void> {
  const tour = await open(browser, look, place.issuer);
  await tour.page.goto(`${place.issuer}/`);
  await tour.take('start');
  await walkSignIn(tour);
  await walkDevice(tour);
  await walkTenant(tour);
  await walkErrors(tour, () => expireInteractions(place.folder));
  await walkSignOut(tour);
  await tour.page.context().close();
  const stranger = await open(browser, look, place.issuer);
  await walkProvider(stranger, (username) => applyConfiguration(place, { users: [{ username, enabled: false }] }));
  await stranger.page.context().close();
}

/** A third of the bytes, without a visible difference in the colors. */
function shrink(picture: Buffer): Promise<Buffer> {
  return sharp(picture).png({ palette: true, quality: 92, effort: 10, compressionLevel: 9 }).toBuffer();
}

/**
 * The test browser contains one font, which has no Arabic letters. For the pictures it also gets the machine's fonts,
 * after its own.
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

await takeScreens();
