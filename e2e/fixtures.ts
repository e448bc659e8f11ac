import type { Fixtures } from 'playwright/test';
import { importedHashes } from '#lib/testing/imported-hashes';
import { type RelyingParty, type RelyingPartyResult, startRelyingParty } from '#lib/testing/relying-party';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { forgetConsents } from './forget-consents';

export const password = 'correct horse battery staple';

/** The hash that another server stored for `importedPassword`. */
const bcryptHash = importedHashes.find(({ name }) => name === 'bcrypt 2y')?.hash;

export type SignInFixtures = {
  readonly ports: { readonly server: number; readonly client: number };
  readonly server: RunningServer;
  readonly webShop: RelyingParty;
};

/** The relying party. No consent is remembered when the test begins. */
export type ClientFixtures = { readonly relyingParty: RelyingParty };

/** One server of the production build and one relying party for each worker. Every test has its own browser. */
export const signInFixtures: Fixtures<ClientFixtures, SignInFixtures> = {
  ports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => use({ server: await freePort(), client: await freePort() }),
    { scope: 'worker' },
  ],
  server: [
    async ({ ports }, use) => {
      const origin = `http://localhost:${ports.client}`;
      const server = await startServer({ port: ports.server, configuration: configuration(origin) });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  webShop: [
    async ({ ports, server }, use) => {
      const party = await startRelyingParty({
        issuer: server.issuer,
        clientId: 'web',
        clientSecret: 'web-secret-of-the-browser-tests',
        scope: 'openid profile email offline_access orders',
        port: ports.client,
      });
      await use(party);
      await party.close();
    },
    { scope: 'worker' },
  ],
  relyingParty: async ({ server, webShop }, use) => {
    forgetConsents(server.folder);
    await use(webShop);
  },
};

/** The relying party's last result. */
export function parseResult(text: string | null): RelyingPartyResult {
  return JSON.parse(text ?? 'null');
}

function configuration(origin: string): object {
  return {
    portal: { registration: 'on' },
    scopes: [{ name: 'orders', type: 'resource', display_name: 'Orders API', description: 'See your orders' }],
    clients: [
      {
        client_id: 'web',
        client_name: 'Web shop',
        client_secrets: [{ value: 'web-secret-of-the-browser-tests' }],
        redirect_uris: [`${origin}/callback`],
        post_logout_redirect_uris: [`${origin}/`],
        grant_types: ['authorization_code', 'refresh_token'],
        scope: 'openid profile email offline_access orders',
        client_uri: `${origin}/`,
      },
      {
        client_id: 'shut',
        client_name: 'Shut shop',
        client_secrets: [{ value: 'another-secret-of-the-browser-tests' }],
        redirect_uris: ['https://shut.example/callback'],
        scope: 'openid',
        local_login: false,
      },
      ...['tv', 'demo-device'].map((clientId) => ({
        client_id: clientId,
        client_name: 'Living room TV',
        token_endpoint_auth_method: 'none',
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
        scope: 'openid profile offline_access orders',
      })),
    ],
    tenants: [
      {
        name: 'acme',
        display_name: 'Acme',
        theme: { primary: 'oklch(0.45 0.12 250)', radius: '6px', logo: drawing },
        links: { support: 'mailto:help@acme.test', privacy: 'https://acme.test/privacy' },
      },
      { name: 'stepwise', display_name: 'Stepwise', login: 'identifier' },
    ],
    users: [
      ...['alice', 'bob'].map((username) => ({
        username,
        password,
        claims: { name: `${username} Example`, email: `${username}@example.com`, email_verified: true },
      })),
      { username: 'moved', password_hash: bcryptHash },
      ...(['owner', 'editor', 'auditor'] as const).map((role) => ({ username: `the-${role}`, password, admin: role })),
    ],
  };
}

const drawing = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 36"><rect width="80" height="36" fill="#1d4ed8"/></svg>').toString('base64')}`;
