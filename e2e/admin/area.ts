import type { BrowserContext, Page } from 'playwright/test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import type { WorkerFixture } from '../worker-fixture';

export const password = 'correct horse battery staple';
export const canary = 'canary-secret-that-no-page-may-show';

/** One server of the production build for each worker, with administrators. */
export const area: WorkerFixture<RunningServer> = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  async ({}, use) => {
    const server = await startServer({ configuration: areaConfiguration });
    await use(server);
    await server.stop();
  },
  { scope: 'worker', timeout: 240_000 },
];

/** Opens a page of the administration and signs in. */
export async function openArea(page: Page, issuer: string, path: string, username = 'root'): Promise<void> {
  await page.goto(`${issuer}${path}`);
  await signInHere(page, username);
  await page.waitForURL(`${issuer}${path}`);
}

/** Signs in on the page that a form redirected to. */
export async function signInHere(page: Page, username = 'root'): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[value=sign_in]').click();
}

/** A browser of another administrator, like the test's own. */
export async function openAs(context: BrowserContext, issuer: string, path: string, username: string): Promise<Page> {
  const page = await context.newPage();
  await openArea(page, issuer, path, username);
  return page;
}

function drawing(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 36"><circle cx="18" cy="18" r="14" fill="${color}"/><text x="42" y="25" font-size="22" fill="${color}">Harbour</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

export const areaConfiguration = {
  scopes: [
    {
      name: 'orders',
      type: 'resource',
      display_name: 'Your orders',
      description: 'See your orders and their delivery dates',
      claims: ['role'],
      secrets: [{ value: canary }],
    },
    { name: 'unused', type: 'resource' },
  ],
  clients: [
    {
      client_id: 'shop',
      client_name: 'Lantern Books',
      client_secrets: [{ value: canary, description: 'production' }],
      redirect_uris: ['https://shop.example/callback'],
      post_logout_redirect_uris: ['https://shop.example/'],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid profile email offline_access orders',
      client_uri: 'https://shop.example/',
    },
    ...Array.from({ length: 30 }, (_, index) => ({
      client_id: `app-${index + 1}`,
      client_name: `Application ${index + 1}`,
      token_endpoint_auth_method: 'none',
      redirect_uris: [`https://app-${index + 1}.example/callback`],
    })),
  ],
  identity_providers: [
    {
      name: 'corp',
      display_name: 'Contoso',
      type: 'oidc',
      issuer: 'https://login.contoso.example',
      client_id: 'signet',
      client_secret: canary,
      domains: ['contoso.example', 'contoso.com'],
      button: 'domain',
    },
    {
      name: 'github',
      display_name: 'GitHub',
      type: 'github',
      enabled: false,
      client_id: 'Iv1.0123456789',
      client_secret: canary,
      claim_mapping: { name: 'name', email: 'email', picture: 'picture' },
    },
  ],
  tenants: [
    {
      name: 'harbour',
      display_name: 'Harbour Library',
      identity_providers: ['corp'],
      theme: { primary: '#ffe27a', primary_dark: '#7cc4f5', radius: '6px', logo: drawing('#0f5e9c') },
      links: { support: 'mailto:desk@harbour.example', privacy: 'https://harbour.example/privacy' },
    },
    { name: 'meadow', display_name: 'Meadow', enabled: false },
  ],
  groups: [{ name: 'crew', display_name: 'Crew of the harbour' }],
  apis: [{ name: 'books', display_name: 'Books', secrets: [{ value: canary }], roles: [{ name: 'reader' }] }],
  users: [
    { username: 'root', password, admin: 'owner' },
    { username: 'bo', password, admin: 'editor' },
    { username: 'au', password, admin: 'auditor' },
    {
      username: 'alice',
      sub: 'alice-of-the-area',
      password,
      assignments: [{ client: 'shop' }],
      claims: { name: 'Alice Example', email: 'alice@example.com', email_verified: true, role: ['buyer'] },
    },
    ...Array.from({ length: 24 }, (_, index) => ({
      username: `worker-${index + 1}`,
      groups: [{ group: 'crew', expires_at: index === 0 ? '2099-02-01T00:00:00Z' : null }],
      claims: { name: index % 2 === 0 ? 'ليلى عبد الرحمن المنصوري' : 'Kim Lee' },
    })),
  ],
};
