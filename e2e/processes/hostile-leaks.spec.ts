import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { z } from 'zod';
import { masterSecret } from '#lib/crypto/master-secret';
import { unsealCookie } from '#lib/sessions/sealed-cookie';
import { codeIn, codeRequest, formFields, type HttpBrowser, locationOf } from '#lib/testing/http-browser';
import { freePort, testSecret } from '#lib/testing/running-server';
import {
  authorizeQuery,
  basic,
  errorLines,
  form,
  type HostileServer,
  issuer,
  person,
  redirectUri,
  secrets,
  startHostileServer,
} from './hostile-server';

/** Every bearer value by its kind. */
const artifacts = new Map<string, string>();
let folder: string;
let server: HostileServer;

const keep = (what: string, value: unknown) => {
  if (typeof value !== 'string' || value === '') throw new Error(`there is no ${what}`);
  artifacts.set(`${what} ${artifacts.size}`, value);
  return value;
};

const start = async (port: number) =>
  startHostileServer({
    folder,
    port,
    env: { SIGNET_LOG_LEVEL: 'debug', SIGNET_METRICS_TOKEN: 'metrics-token-0123456789' },
  });

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-leaks-'));
  server = await start(await freePort());
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A browser whose cookies are kept as artifacts. */
function browse(): HttpBrowser {
  return server.browse((response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      // This cookie contains the sids, which are in every ID token and are not secret.
      if (value !== '' && name !== '__Host-signet-state') keep(`cookie ${name}`, value);
    }
  });
}

async function submit(browser: HttpBrowser, page: string, more: Record<string, string>): Promise<Response> {
  const fields = formFields(await (await browser.get(page)).text());
  keep('form token', fields.find(([name]) => name === 'csrf')?.[1]);
  const path = `${new URL(page, issuer).pathname}/submit`;
  return browser.post(path, [...fields, ...Object.entries(more)]);
}

/**
 * Signs in and allows the request.
 * @returns the code in the answer
 */
async function signIn(browser: HttpBrowser, url: string): Promise<string> {
  let next = locationOf(await browser.get(url));
  for (const more of [{ ...person, decision: 'sign_in' }, { decision: 'allow' }]) {
    if (!next.startsWith(`${issuer}/`)) break;
    keep('interaction', new URL(next).searchParams.get('interaction'));
    next = locationOf(await submit(browser, next, more));
  }
  return keep('code', codeIn(next));
}

async function askToken(client: 'web' | 'reference' | 'm2m', fields: Record<string, string>) {
  const headers = { ...form, authorization: basic(client) };
  const body = new URLSearchParams(fields).toString();
  const answer = await server.ask({ path: '/connect/token', method: 'POST', headers, body });
  const tokens: Record<string, string> = JSON.parse(answer.body);
  for (const name of ['access_token', 'refresh_token', 'id_token']) if (tokens[name]) keep(name, tokens[name]);
  return { status: answer.status, tokens };
}

const refresh = (client: 'web' | 'reference', token: string | undefined) =>
  askToken(client, { grant_type: 'refresh_token', refresh_token: token ?? '' });

/** Calls the other endpoints that issue or accept bearer values. */
async function askOthers(): Promise<void> {
  const post = (path: string, body: string, authorization?: string) =>
    server.ask({ path, method: 'POST', headers: { ...form, ...(authorization && { authorization }) }, body });
  const pushed = JSON.parse((await post('/connect/par', authorizeQuery(), basic('web'))).body);
  const handle = keep('request_uri', String(pushed.request_uri).split(':').at(-1));
  await server.ask({ path: `/connect/authorize?client_id=web&request_uri=${encodeURIComponent(pushed.request_uri)}` });
  const device = JSON.parse((await post('/connect/deviceauthorization', 'client_id=tv&scope=openid')).body);
  const grantType = encodeURIComponent('urn:ietf:params:oauth:grant-type:device_code');
  const code = keep('device code', device.device_code);
  await post('/connect/token', `grant_type=${grantType}&client_id=tv&device_code=${code}`);
  for (const [what, value] of [...artifacts]) {
    if (!/^(access|refresh)_token /.test(what)) continue;
    await post('/connect/introspect', `token=${value}`, basic('orders'));
    await post('/connect/revocation', `token=${value}&token_type_hint=x&client_secret=${handle}`);
  }
}

let spent: { first: string; last: string; code: Record<string, string> };

test('flows of every kind and requests with mistakes', async () => {
  for (const client of ['web', 'reference'] as const) {
    const browser = browse();
    const scope = 'openid profile email offline_access orders';
    const request = codeRequest(issuer, {
      client_id: client,
      redirect_uri: redirectUri,
      scope,
      state: 's',
      prompt: 'consent',
    });
    const wrong = { ...person, password: keep('mistyped password', 'wrong horse battery staple'), decision: 'sign_in' };
    const refused = await submit(browser, locationOf(await browser.get(request.url)), wrong);
    expect(refused.status).toBe(303);
    const code = await signIn(browser, request.url);
    const redemption = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: keep('verifier', request.verifier),
    };
    expect((await askToken(client, { ...redemption, code_verifier: 'x'.repeat(43) })).status).toBe(400);
    const { tokens } = await askToken(client, redemption);
    const second = (await refresh(client, tokens.refresh_token)).tokens;
    const third = (await refresh(client, second.refresh_token)).tokens;
    for (const [path, token] of [
      ['/connect/userinfo', third.access_token],
      [`/connect/userinfo?access_token=${third.access_token}`, 'x'],
    ]) {
      await server.ask({ path: path ?? '', headers: { authorization: `Bearer ${token}` } });
    }
    spent = { first: tokens.refresh_token ?? '', last: third.refresh_token ?? '', code: redemption };
    const formPost = codeRequest(issuer, {
      client_id: client,
      redirect_uri: redirectUri,
      scope: 'openid',
      response_mode: 'form_post',
    });
    keep(
      'form_post',
      await (await browser.get(formPost.url))
        .text()
        .then((text) => /name="code" value="([^"]+)"/.exec(text)?.[1] ?? 'none'),
    );
    await submit(browser, '/logout', { decision: 'sign_out' });
  }
  await askToken('m2m', { grant_type: 'client_credentials' });
  await askOthers();
  // Mistakes in requests that put a secret where a log line might include it.
  const token = [...artifacts.values()].at(-1) ?? '';
  for (const path of ['/connect/token', '/connect/userinfo', '/login', '/nowhere']) {
    await server.ask({
      path: `${path}?code=${spent.code.code}&token=${token}`,
      headers: { referer: `https://rp.test/?code=${spent.code.code}` },
    });
  }
  for (const secret of Object.values(secrets)) {
    await server.ask({
      path: '/connect/token',
      method: 'POST',
      headers: form,
      body: `client_id=web&client_secret=${secret}&%zz`,
    });
    await server.ask({
      path: '/connect/token',
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: secret,
    });
    await server.ask({ path: '/connect/token', headers: { authorization: `Bearer ${secret}` } });
  }
  expect(artifacts.size).toBeGreaterThan(40);
});

test('leave no bearer value in the database, its log files or the output (security #135, #167)', async () => {
  for (const [what, value] of [...artifacts])
    if (what.startsWith('cookie __Host-signet ')) keep('sealed handle', await unseal(value));
  for (const [client, secret] of Object.entries(secrets)) keep(`secret of ${client}`, secret);
  keep('password', person.password);
  keep('server secret', testSecret);
  keep('metrics token', 'metrics-token-0123456789');
  const files = (await readdir(folder)).filter((name) => name.startsWith('signet.db'));
  expect(files).toEqual(expect.arrayContaining(['signet.db', 'signet.db-wal']));
  // Lines are written in order, so the last one shows that all have arrived.
  await server.ask({ path: '/the-end' });
  await expect.poll(() => server.output()).toContain('/the-end');
  const places = new Map([['output', server.output()]]);
  for (const name of files) places.set(name, (await readFile(join(folder, name))).toString('latin1'));
  // Proves that the test searches the right places: they contain the values that may be stored and logged.
  expect(places.get('output')).toContain('/connect/token');
  expect([...places.values()].join('')).toMatch(/argon2id.*alice@example\.com|alice@example\.com.*argon2id/s);
  const leaks = [...artifacts].flatMap(([what, value]) =>
    [...places]
      .filter(([, text]) => text.includes(value) || text.includes(encodeURIComponent(value)))
      .map(([place]) => `${what} in ${place}`),
  );
  expect(leaks).toEqual([]);
  expect(errorLines(server.output())).toEqual([]);
});

test('and cannot be replayed after the server was killed (security #44)', async () => {
  await server.stop('SIGKILL');
  server = await start(server.port);
  const replay = await askToken('reference', spent.code);
  expect([replay.status, replay.tokens.error]).toEqual([400, 'invalid_grant']);
  for (const token of [spent.first, spent.last]) {
    expect((await refresh('reference', token)).tokens.error).toBe('invalid_grant');
  }
});

/** The handle inside the session cookie. Only the handle is compared, because the sealed text differs each time. */
async function unseal(value: string): Promise<string> {
  const content = z
    .object({ handle: z.string() })
    .safeParse(await unsealCookie(value, masterSecret(testSecret), 'cookie'));
  return content.data?.handle ?? '';
}
