import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { applyConfiguration } from '#lib/testing/apply-configuration';
import { codeRequest } from '#lib/testing/http-browser';
import { type RelyingParty, startRelyingParty } from '#lib/testing/relying-party';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { startUpstreamProvider } from '../lib/testing/upstream-provider.mjs';
import { parseResult, password } from './fixtures';
import { crowd, providersOf, type Scene, tenantPeople } from './provider-failures';
import type { WorkerFixture } from './worker-fixture';

export type FederationParties = {
  readonly server: RunningServer;
  readonly other: RunningServer;
  readonly shop: RelyingParty;
  readonly scene: Scene;
};

const secret = 'a-secret-of-the-federation-tests';

/** A server whose providers are a real oidc-provider in several configurations, another Signet, and one that is down. */
export const federationParties: WorkerFixture<FederationParties> = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  async ({}, use) => {
    const ports = { server: await freePort(), upstream: await freePort(), other: await freePort() };
    const shopPort = await freePort();
    const origin = `http://localhost:${ports.server}`;
    const upstream = await startUpstreamProvider({
      port: ports.upstream,
      client: { client_id: 'signet', client_secret: secret, ...addressesOf(origin, 'corp', 'invited') },
    });
    const other = await startServer({ port: ports.other, configuration: otherConfiguration(origin) });
    const folder = await mkdtemp(join(tmpdir(), 'signet-federation-'));
    const options = { folder, port: ports.server, configuration: configuration(ports, shopPort) };
    const server = await startServer(options);
    const shop = await startRelyingParty({
      issuer: server.issuer,
      clientId: 'shop',
      clientSecret: secret,
      scope: 'openid profile email',
      port: shopPort,
    });
    const disable = (username: string) =>
      applyConfiguration({ folder, issuer: server.issuer }, { users: [{ username, enabled: false }] });
    const start = (page: Page, parameters: Record<string, string>) =>
      page.goto(`${shop.origin}/sign-in?${new URLSearchParams(parameters)}`);
    await use({ server, other, shop, scene: { start, disable } });
    await shop.close();
    await Promise.all([server.stop(), other.stop(), upstream.close()]);
    await rm(folder, { recursive: true, force: true });
  },
  { scope: 'worker', timeout: 240_000 },
];

function addressesOf(origin: string, ...providers: string[]) {
  return {
    redirect_uris: providers.map((provider) => `${origin}/federation/${provider}/callback`),
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
  const credentials = { type: 'oidc', client_id: 'signet', client_secret: secret };
  return {
    clients: [
      { ...shop, client_id: 'shop', identity_providers: { deny: crowd } },
      { ...shop, client_id: 'mall', identity_providers: { allow: ['corp', ...crowd] } },
    ],
    users: [
      ...['alice', 'bob'].map((username) => ({ username, password, claims: { email: `${username}@example.com` } })),
      ...tenantPeople.users,
    ],
    tenants: tenantPeople.tenants,
    identity_providers: [
      ...providersOf(ports.upstream, secret),
      { ...credentials, name: 'other', display_name: 'The other', issuer: `http://localhost:${ports.other}` },
      {
        ...credentials,
        name: 'closed',
        display_name: 'The closed',
        issuer: `http://localhost:${ports.upstream}`,
        button: 'hidden',
      },
      ...crowd.map((name) => ({
        ...credentials,
        name,
        display_name: `University of ${name}`,
        issuer: `http://localhost:${ports.upstream}`,
      })),
    ],
  };
}

/** The authorization URL of an application that accepts the accounts of many providers. */
export function mallAddress(
  { server, shop }: Pick<FederationParties, 'server' | 'shop'>,
  more: Record<string, string> = {},
): string {
  const { url } = codeRequest(server.issuer, {
    client_id: 'mall',
    redirect_uri: `${shop.origin}/callback`,
    scope: 'openid',
    ...more,
  });
  return url;
}

export const shown = (page: Page, name: string) => page.locator(`main[data-page=${name}]`);
export const resultOf = async (page: Page) => parseResult(await page.locator('#result').textContent());

/** The page that says why a sign-in at a provider failed. */
export const failed = (page: Page, problem: string) =>
  page.locator(`main[data-page=error] form[data-problem=${problem}]`);
