import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'playwright/test';
import {
  allowByForm,
  codeIn,
  codeRequest,
  createHttpBrowser,
  type HttpBrowser,
  locationOf,
  signInAtLogin,
} from '#lib/testing/http-browser';
import { freePort, type RunningServer, startServer, testSecret } from '#lib/testing/running-server';

const password = 'correct horse battery staple';
const redirectUri = 'https://rp.test/cb';
const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'];
const codeClient = { grant_types: ['authorization_code'], scope: 'openid profile', token_endpoint_auth_method: 'none' };

const configuration = {
  clients: [
    { ...codeClient, client_id: 'silent', redirect_uris: [redirectUri], require_consent: false },
    { ...codeClient, client_id: 'native', application_type: 'native', redirect_uris: ['http://127.0.0.1/cb'] },
    {
      client_id: 'tv',
      token_endpoint_auth_method: 'none',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'openid',
    },
  ],
  users: people.map((username) => ({ username, password })),
};

test.describe.configure({ timeout: 240_000 });
let folder: string;
let server: RunningServer;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signet-attacks-'));
  server = await startServer({ folder, configuration });
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function signIn(browser: HttpBrowser, address: string, username = 'alice'): Promise<string> {
  return browser.get(address).then((answer) => signInAtLogin(browser, locationOf(answer), { username, password }));
}

function requestOf(clientId: 'silent' | 'native', parameters: Record<string, string> = {}) {
  const redirect = clientId === 'native' ? 'http://127.0.0.1:51004/cb' : redirectUri;
  return codeRequest(server.issuer, { client_id: clientId, redirect_uri: redirect, scope: 'openid', ...parameters });
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${server.issuer}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) });

test('a native client without a secret needs consent each time (security #22)', async () => {
  const browser = createHttpBrowser(server.issuer);
  const consent = await signIn(browser, requestOf('native').url);
  expect(new URL(consent).pathname).toBe('/consent');
  expect(await allowByForm(browser, consent)).toContain('http://127.0.0.1:51004/cb?');
  const again = locationOf(await browser.get(requestOf('native').url));
  expect(new URL(again).pathname).toBe('/consent');
});

test('only pages whose form can redirect to a client omit form-action (security #24)', async () => {
  const browser = createHttpBrowser(server.issuer);
  const policyOf = async (path: string) => (await browser.get(path)).headers.get('content-security-policy') ?? '';
  const login = locationOf(await browser.get(requestOf('native').url));
  expect(await policyOf(login)).not.toContain('form-action');
  const consent = await signInAtLogin(browser, login, { username: 'alice', password });
  expect(await policyOf(consent)).not.toContain('form-action');
  // The front page may ask to sign in again before a request is answered, which can lead to a provider.
  for (const path of ['/account/devices', '/account/security']) {
    expect(await policyOf(path), path).toContain("form-action 'self'");
  }
});

test.describe('the grammar of PKCE (security #33)', () => {
  for (const [name, challenge] of [
    ['42 characters', 'a'.repeat(42)],
    ['44 characters', 'a'.repeat(44)],
    ['padding', `${'a'.repeat(42)}=`],
    ['another alphabet', `${'a'.repeat(42)}+`],
  ] as const) {
    test(`a challenge with ${name} is refused before the sign-in`, async () => {
      const { url } = requestOf('silent', { code_challenge: challenge });
      const answer = new URL(locationOf(await createHttpBrowser(server.issuer).get(url)));
      expect([answer.origin, answer.searchParams.get('error')]).toEqual(['https://rp.test', 'invalid_request']);
    });
  }

  test('an invalid verifier is refused and does not use up the code', async () => {
    const request = requestOf('silent');
    const code = codeIn(await signIn(createHttpBrowser(server.issuer), request.url));
    const redeem = async (verifier: string) => {
      const fields = { grant_type: 'authorization_code', client_id: 'silent', code, redirect_uri: redirectUri };
      const answer = await post('/connect/token', { ...fields, code_verifier: verifier });
      return [answer.status, (await answer.json()).error];
    };
    for (const wrong of [
      'a'.repeat(42),
      'a'.repeat(129),
      `${request.verifier}%`,
      `${request.verifier}é`,
      `${request.verifier}=`,
    ]) {
      const [status, error] = await redeem(wrong);
      expect(status, wrong).toBe(400);
      expect(['invalid_grant', 'invalid_request'], wrong).toContain(error);
    }
    expect(await redeem(request.verifier)).toEqual([200, undefined]);
  });
});

test('limits count the address of the connection, regardless of the headers (security #80, #84)', async () => {
  const headersOf = (index: number): Record<string, string> => {
    const address = `198.51.100.${index}`;
    const all = [
      { 'x-forwarded-for': address },
      { 'x-forwarded-for': `${address}, 127.0.0.1` },
      { forwarded: `for=${address}` },
      { 'x-real-ip': address },
      { 'true-client-ip': address },
      { 'x-forwarded-for': `[2001:db8::${index}]` },
    ];
    return all[index % all.length] ?? {};
  };
  const statuses: number[] = [];
  for (let index = 0; index < 120; index += 1) {
    statuses.push(
      (await post('/connect/deviceauthorization', { client_id: 'tv', scope: 'openid' }, headersOf(index))).status,
    );
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(new Set(statuses.slice(100))).toEqual(new Set([429]));
});

test('a session cookie that is sent twice is ignored (security #103)', async () => {
  const cookies = new Map<string, string>();
  const browser = createHttpBrowser(server.issuer, {
    observe: (response) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
    },
  });
  await signIn(browser, requestOf('silent').url);
  const pairs = [...cookies].map((pair) => pair.join('='));
  const session = pairs.filter((pair) => /^signet=/.test(pair));
  expect(session).toHaveLength(1);
  const askWith = async (cookie: string) => {
    const answer = await fetch(requestOf('silent').url, { headers: { cookie }, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').origin;
  };
  expect(await askWith(pairs.join('; '))).toBe('https://rp.test');
  for (const other of [...session, 'signet=x', 'signet=']) {
    expect(await askWith([...pairs, other].join('; ')), 'behind').toBe(server.issuer);
    expect(await askWith([other, ...pairs].join('; ')), 'in front').toBe(server.issuer);
  }
});

test('a sixth person in a browser ends the session with the oldest sign-in (security #110)', async () => {
  const browser = createHttpBrowser(server.issuer);
  const tokens: string[] = [];
  for (const username of people) {
    const request = requestOf('silent', { prompt: 'login' });
    const code = codeIn(await signIn(browser, request.url, username));
    const fields = { grant_type: 'authorization_code', client_id: 'silent', code, redirect_uri: redirectUri };
    const answer = await post('/connect/token', { ...fields, code_verifier: request.verifier });
    tokens.push((await answer.json()).access_token);
  }
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      const answer = await fetch(`${server.issuer}/connect/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.status;
    }),
  );
  expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
});

test('a server with another secret does not start and leaves the database unchanged (security #141)', async () => {
  const keys = async () => {
    const { keys: list }: { keys: { kid: string }[] } = await (
      await fetch(`${server.issuer}/.well-known/openid-configuration/jwks`)
    ).json();
    return list.map(({ kid }) => kid).sort();
  };
  const before = await keys();
  const SIGNET_SECRET = 'another-secret-that-is-long-enough-0123456789';
  await expect(startServer({ folder, port: await freePort(), env: { SIGNET_SECRET } })).rejects.toThrow(
    /SIGNET_SECRET/,
  );
  expect(await keys()).toEqual(before);
});

test('a rotation publishes the new key together with the old one (security #140)', async () => {
  const keySet = async (): Promise<string[]> => {
    const { keys } = await (await fetch(`${server.issuer}/.well-known/openid-configuration/jwks`)).json();
    return keys.map(({ kid }: { kid: string }) => kid);
  };
  const before = await keySet();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    SIGNET_ISSUER: server.issuer,
    SIGNET_SECRET: testSecret,
    DATABASE_URL: `file:${join(folder, 'signet.db')}`,
  };
  const rotate = () => promisify(execFile)(process.execPath, ['dist/signet.js', 'keys', 'rotate'], { env });
  await rotate();
  await expect.poll(async () => (await keySet()).length).toBeGreaterThan(before.length);
  expect(await keySet()).toEqual(expect.arrayContaining(before));
});
