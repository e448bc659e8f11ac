import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { openDatabase } from '#lib/db/open';
import {
  allowByForm,
  codeIn,
  codeRequest,
  createHttpBrowser,
  locationOf,
  signInAtLogin,
} from '#lib/testing/http-browser';
import { type RunningServer, startServer } from '#lib/testing/running-server';

const password = 'correct horse battery staple';
const canary = (what: string) => `canary-${what}-0123456789-abcdefghijklmnop`;
const redirectUri = 'https://shop.example/callback';
/** The number of pages after which each visitor follows no more links. An owner sees the most. */
const visitors = { auditor: 80, editor: 80, owner: 160 } as const;

const configuration = {
  scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: canary('scope') }] }],
  clients: [
    {
      client_id: 'shop',
      client_secrets: [{ value: canary('client'), description: 'production' }],
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid profile offline_access orders',
      access_token_format: 'reference',
    },
  ],
  identity_providers: [
    { name: 'corp', type: 'github', display_name: 'Corp', client_id: 'x', client_secret: canary('provider') },
  ],
  tenants: [{ name: 'acme', display_name: 'Acme' }],
  users: [
    { username: 'alice', password },
    ...Object.keys(visitors).map((admin) => ({ username: admin, password, admin })),
  ],
};

/** Columns with hashed or sealed secrets. The chain of the audit log is not among them. */
const secretColumn = /^(hash|.*Hash|sealed|.*Sealed)$/;

test.describe.configure({ mode: 'serial', timeout: 240_000 });
let folder: string;
let server: RunningServer;
const secrets = new Set<string>([password, ...['scope', 'client', 'provider'].map(canary)]);

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-admin-secrets-'));
  server = await startServer({ folder, configuration });
  const browser = createHttpBrowser(server.issuer);
  const request = { client_id: 'shop', redirect_uri: redirectUri, scope: 'openid profile offline_access orders' };
  const { url, verifier } = codeRequest(server.issuer, request);
  const consent = await signInAtLogin(browser, locationOf(await browser.get(url)), { username: 'alice', password });
  const code = codeIn(await allowByForm(browser, consent));
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const authorization = `Basic ${Buffer.from(`shop:${canary('client')}`).toString('base64')}`;
  const body = new URLSearchParams(fields);
  const tokens = await (
    await fetch(`${server.issuer}/connect/token`, { method: 'POST', headers: { authorization }, body })
  ).json();
  for (const token of [code, tokens.access_token, tokens.refresh_token]) secrets.add(String(token));
  const { session, close } = await openDatabase(`file:${join(folder, 'signet.db')}`);
  await session(async (sql) => {
    for (const { name } of await sql.rows(`SELECT name FROM sqlite_master WHERE type = 'table'`)) {
      if (name === 'AuditSeal') continue;
      for (const row of await sql.rows(`SELECT * FROM "${name}"`)) {
        for (const [column, value] of Object.entries(row)) {
          if (secretColumn.test(column) && typeof value === 'string' && value.length > 20) secrets.add(value);
        }
      }
    }
  });
  await close();
  expect(secrets.size).toBeGreaterThan(20);
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The addresses of the area that a page links to, except other views of the same list. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/href="(\/admin[^"#]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => !/[?&](after|before|cursor|sort)=/.test(href));
}

for (const [visitor, pages] of Object.entries(visitors)) {
  test(`no page or its data for scripts shows an ${visitor} a secret, a hash or a sealed value (security #160)`, async () => {
    const browser = createHttpBrowser(server.issuer);
    await signInAtLogin(browser, locationOf(await browser.get('/admin/sign-in')), { username: visitor, password });
    const seen = new Set(['/admin']);
    for (const path of seen) {
      if (path === '/admin/sign-in') continue;
      const response = await browser.get(path);
      const html = await response.text();
      // One expectation a page: each one takes Playwright the longer, the more there were in the test.
      expect(
        [...secrets].filter((secret) => html.includes(secret)),
        path,
      ).toEqual([]);
      expect(html, path).not.toMatch(/sha256:[\w-]{43}|\$argon2|"d":"/);
      if (seen.size < pages) for (const link of linksIn(html)) seen.add(link);
    }
    expect(seen.size).toBeGreaterThan(40);
  });
}
