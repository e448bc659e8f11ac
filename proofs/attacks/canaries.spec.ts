import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { operations } from '#lib/admin/api/operations';
import { createInitialToken } from '#lib/clients/registration/initial-token-store';
import { hashHandle } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { createEmailCode } from '#lib/factors/email-code';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import {
  allowByForm,
  codeIn,
  codeRequest,
  createHttpBrowser,
  type HttpBrowser,
  locationOf,
  signInAtLogin,
} from '#lib/testing/http-browser';
import { givePasskey } from '#lib/testing/passkey-holder';
import { basic } from '#lib/testing/provider';
import { type RunningServer, startServer, testSecret } from '#lib/testing/running-server';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { createLink } from '#lib/users/links/create-link';
import { createPasswordLink } from '#lib/users/password-link';
import { proven } from '#lib/vocabulary/account-proof';

const canary = (what: string) => `canary-${what}-0123456789-abcdefghijklmnop`;
const password = canary('password');
const redirectUri = 'https://shop.example/callback';
const totpKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const configuration = {
  portal: { registration: 'on', passkeys: 'on', email_code: 'on' },
  scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: canary('scope') }] }],
  clients: [
    {
      client_id: 'shop',
      client_secrets: [{ value: canary('client'), description: 'production' }],
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'openid profile offline_access orders',
      access_token_format: 'reference',
    },
    {
      client_id: 'deploy',
      client_secrets: [{ value: canary('deploy') }],
      grant_types: ['client_credentials'],
      scope: 'signet.admin.read signet.admin signet.admin.owner',
    },
  ],
  identity_providers: [
    { name: 'corp', type: 'github', display_name: 'Corp', client_id: 'x', client_secret: canary('provider') },
  ],
  tenants: [{ name: 'acme', display_name: 'Acme' }],
  users: [
    { username: 'alice', password, claims: { email: 'alice@example.com', email_verified: true } },
    { username: 'bob', password, claims: { email: 'bob@example.com', email_verified: true } },
    { username: 'owner', password, admin: 'owner' },
  ],
};

const environment = {
  SIGNET_METRICS_TOKEN: canary('metrics'),
  SMTP_URL: `smtp://mailer:${canary('mail')}@127.0.0.1:9`,
  SIGNET_MAIL_FROM: 'Signet <signet@example.com>',
  SIGNET_LOG_LEVEL: 'debug',
};

/** Columns with hashed or sealed secrets. The chain of the audit log is not one of them. */
const secretColumn = /^(hash|.*Hash|sealed|.*Sealed)$/;

test.describe.configure({ mode: 'serial', timeout: 300_000 });
let folder: string;
let server: RunningServer;
let database: OpenDatabase;
/** The planted secrets, by name. */
const planted = new Map<string, string>();
let accessToken: string;
/** The browser of the person whose secrets were planted. Another browser would need their second factor. */
let ownBrowser: HttpBrowser;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-canaries-'));
  server = await startServer({ folder, configuration, env: environment });
  database = await openDatabase(`file:${join(folder, 'signet.db')}`);
  for (const what of ['client', 'deploy', 'scope', 'provider', 'metrics', 'mail']) planted.set(what, canary(what));
  planted.set('password', password).set('server secret', testSecret);
  await plantTokens();
  await plantProofs();
  await plantColumns();
});
test.afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function post(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const headers = { authorization: basic('shop', canary('client')) };
  const answer = await fetch(`${server.issuer}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return answer.json();
}

async function plantTokens(): Promise<void> {
  const request = { client_id: 'shop', redirect_uri: redirectUri, scope: 'openid profile offline_access orders' };
  const { url, verifier } = codeRequest(server.issuer, request);
  ownBrowser = createHttpBrowser(server.issuer);
  const login = locationOf(await ownBrowser.get(url));
  const consent = await signInAtLogin(ownBrowser, login, { username: 'bob', password });
  const code = codeIn(await allowByForm(ownBrowser, consent));
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const tokens = await post('/connect/token', fields);
  accessToken = tokens.access_token ?? '';
  planted.set('code', code);
  planted.set('access token', accessToken).set('refresh token', tokens.refresh_token ?? '');
  const pushed = await post('/connect/par', Object.fromEntries(new URL(url).searchParams));
  planted.set('request_uri', pushed.request_uri ?? '');
  planted.set('device code', (await post('/connect/deviceauthorization', { scope: 'openid' })).device_code ?? '');
}

/** Plants credentials in accounts and mails. */
async function plantProofs(): Promise<void> {
  const { db } = database;
  const secret = masterSecret(testSecret);
  const now = new Date();
  const { sub } = await db.user.findFirstOrThrow({ where: { username: 'bob' }, select: { sub: true } });
  const key = parseTotpKey(totpKey);
  if (key === null) throw new Error('the key is no key');
  const codes = await createRecoveryCodes();
  const email = 'bob@example.com';
  await transaction(db, async (tx) => {
    await saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret, now });
    await replaceRecoveryCodes(tx, proven('person', sub), codes, now);
    const link = await createLink(
      tx,
      { kind: 'recover', sub, email },
      { settings: { issuer: server.issuer, secret }, now },
    );
    planted.set('recovery link', new URL(link.link).searchParams.get('token') ?? '');
    planted.set('password link', (await createPasswordLink(tx, { sub, carries: null, now })).handle);
    await createEmailCode(
      tx,
      { hash: hashHandle('x'.repeat(43)), purpose: 'sign_in', sub, email, isDecoy: false },
      { secret, now },
    );
  });
  await givePasskey(
    { context: () => ({ db, now, settings: server }) },
    createAuthenticator({ origin: server.issuer }),
    'bob',
  );
  planted.set(
    'initial access token',
    await createInitialToken(db, { description: 'x', remainingUses: null, flows: 'code', expiresAt: null }, now),
  );
  planted.set('key of the authenticator', totpKey);
  for (const [index, code] of codes.codes.entries()) planted.set(`recovery code ${index}`, code);
}

async function plantColumns(): Promise<void> {
  await database.session(async (sql) => {
    for (const { name } of await sql.rows(`SELECT name FROM sqlite_master WHERE type = 'table'`)) {
      if (name === 'AuditSeal') continue;
      for (const [index, row] of (await sql.rows(`SELECT * FROM "${name}"`)).entries()) {
        for (const [column, value] of Object.entries(row)) {
          if (!secretColumn.test(column) || typeof value !== 'string' || value.length <= 20) continue;
          planted.set(`${name}.${column} ${index}`, value);
        }
      }
    }
  });
  const columns = new Set([...planted.keys()].filter((what) => what.includes('.')).map((what) => what.split(' ')[0]));
  expect(columns.size).toBeGreaterThan(12);
}

/** The names of the planted secrets in a text. */
function leaksIn(text: string): string[] {
  return [...planted].filter(([, value]) => text.includes(value)).map(([what]) => what);
}

const documents = [
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/jwks',
  '/.well-known/oauth-authorization-server',
  '/health',
  '/metrics',
  '/api/admin/v1/openapi.json',
  '/nowhere',
  `/connect/authorize?client_id=shop&redirect_uri=https%3A%2F%2Fevil.test`,
];

const visitors: readonly [who: string, username: string | null, starts: readonly string[], pages: number][] = [
  ['nobody', null, ['/', '/device', '/logout', '/recover', '/account', '/admin', ...documents], 40],
  ['a person', 'alice', ['/', '/account', '/admin', '/device', ...documents], 60],
  ['the person of the secrets', 'bob', ['/account', ...documents], 60],
  ['an owner', 'owner', ['/admin', '/account', ...documents], 200],
];

for (const [who, username, starts, pages] of visitors) {
  test(`no page or document shows a planted secret to ${who} (security #121, #160)`, async () => {
    const browser = username === 'bob' ? ownBrowser : createHttpBrowser(server.issuer);
    if (username !== null && username !== 'bob') await signIn(browser, username);
    const seen = new Set(starts);
    for (const path of seen) {
      const response = await browser.get(path);
      const text = await response.text();
      expect(leaksIn(`${JSON.stringify([...response.headers])}${text}`), path).toEqual([]);
      if (seen.size < pages) for (const link of linksIn(text)) seen.add(link);
    }
    expect(seen.size).toBeGreaterThanOrEqual(starts.length);
  });
}

test('no JSON answer of the admin API, UserInfo or introspection contains a planted secret (security #160)', async () => {
  const fields = { grant_type: 'client_credentials', scope: 'signet.admin signet.admin.owner' };
  const token = await fetch(`${server.issuer}/connect/token`, {
    method: 'POST',
    headers: { authorization: basic('deploy', canary('deploy')) },
    body: new URLSearchParams(fields),
  });
  const { access_token: admin } = await token.json();
  const { sub } = await database.db.user.findFirstOrThrow({ where: { username: 'bob' }, select: { sub: true } });
  const parts: Record<string, string> = { client_id: 'shop', name: 'corp', sub, number: '1' };
  const found: number[] = [];
  for (const { path } of operations.filter(({ method }) => method === 'GET')) {
    const address = path.replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? 'x');
    const answer = await fetch(`${server.issuer}/api/admin/v1${address}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    found.push(answer.status);
    expect(leaksIn(await answer.text()), address).toEqual([]);
  }
  expect(found.filter((status) => status === 200).length).toBeGreaterThan(15);
  const userinfo = await fetch(`${server.issuer}/connect/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(userinfo.status).toBe(200);
  expect(leaksIn(await userinfo.text())).toEqual([]);
  const introspection = await fetch(`${server.issuer}/connect/introspect`, {
    method: 'POST',
    headers: { authorization: basic('orders', canary('scope')) },
    body: new URLSearchParams({ token: accessToken }),
  });
  const text = await introspection.text();
  expect(JSON.parse(text).active).toBe(true);
  expect(leaksIn(text)).toEqual([]);
});

test('the log contains no planted secret (security #135)', () => {
  expect(server.output()).toContain('/connect/token');
  expect(leaksIn(server.output())).toEqual([]);
});

async function signIn(browser: HttpBrowser, username: string): Promise<void> {
  if (username === 'owner') {
    await signInAtLogin(browser, locationOf(await browser.get('/admin/sign-in')), { username, password });
    return;
  }
  const { url } = codeRequest(server.issuer, { client_id: 'shop', redirect_uri: redirectUri, scope: 'openid profile' });
  await signInAtLogin(browser, locationOf(await browser.get(url)), { username, password });
}

/**
 * The links of a page, without other views of the same list and without the documentation, which is the same for
 * everyone.
 */
function linksIn(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/[^"/#][^"#]*)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/[?&](after|before|cursor|sort)=|sign-in|logout|^\/docs/.test(link));
}
