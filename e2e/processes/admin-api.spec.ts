import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { parse } from 'yaml';
import { basic } from '#lib/testing/provider';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { bodyOf, expectAnswer } from './expect-answer';
import { examplesIn, fencesIn, runExample } from './page-examples';
import { startTwoServers, type TwoServers } from './two-servers';

const page = readFileSync('docs/admin-api.md', 'utf8');
const configuration: object = parse(fencesIn(page, 'yaml')[0] ?? '');
const [variables = ''] = fencesIn(page, 'sh variables');
const root = '/api/admin/v1';

test.describe('docs/admin-api.md', () => {
  test.describe.configure({ timeout: 120_000 });
  let server: RunningServer;

  test.beforeAll(async () => {
    server = await startServer({ configuration });
  });
  test.afterAll(() => server?.stop());

  test('shows the answers of its commands', async () => {
    const values: Record<string, string> = { ISSUER: server.issuer };
    const printed = new Map<string, string>();
    const examples = examplesIn(page, server.issuer);
    expect(examples.length).toBeGreaterThan(25);
    for (const example of examples) {
      await test.step(`${example.kind} ${example.name}`, async () => {
        if (example.kind === 'curl') printed.set(example.name, await runExample(example, variables, values));
        else expectAnswer(printed.get(example.name) ?? '', example.content);
        if (example.keep.length === 0) return;
        const answer = JSON.parse(bodyOf(printed.get(example.name) ?? ''));
        for (const field of example.keep) values[field.toUpperCase()] = answer[field];
      });
    }
  });

  test('describes an API that no other origin can read and no cookie opens (security #162)', async () => {
    const origin = 'https://evil.test';
    for (const [method, headers] of [
      ['GET', { origin }],
      ['OPTIONS', { origin, 'access-control-request-method': 'POST' }],
      ['POST', { origin, cookie: 'signet=abc', 'content-type': 'text/plain' }],
    ] as const) {
      const answer = await fetch(`${server.issuer}${root}/clients`, { method, headers });
      expect([401, 405]).toContain(answer.status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(null);
      expect(answer.headers.get('set-cookie')).toBe(null);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('describes an API that refuses bodies that are too large or malformed (security #145, #147)', async () => {
    const headers = { 'content-type': 'application/json' };
    const large = { method: 'POST', headers, body: `"${'x'.repeat(1_100_000)}"` };
    for (const [path, init, status] of [
      ['/clients', large, 413],
      ['/clients', { method: 'POST', headers: { ...headers, 'content-encoding': 'gzip' }, body: 'x' }, 415],
      ['/clients', { method: 'POST', headers, body: new Uint8Array([0xff]) }, 400],
      ['/clients/%00', {}, 400],
      ['/clients/%E0%A4%A', {}, 400],
    ] as const) {
      const answer = await fetch(`${server.issuer}${root}${path}`, init);
      expect(answer.status, path).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({ status, code: expect.any(String), reference: expect.any(String) });
    }
  });
});

test.describe('two processes', () => {
  test.describe.configure({ timeout: 120_000 });
  let servers: TwoServers;
  let token: string;

  test.beforeAll(async () => {
    servers = await startTwoServers(configuration);
    token = await issueToken();
  });
  test.afterAll(() => servers?.stop());

  async function issueToken(): Promise<string> {
    const answer = await fetch(`${servers.issuer}/connect/token`, {
      method: 'POST',
      headers: { authorization: basic('deploy', 'deploy-secret') },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'signet.admin signet.admin.owner' }),
    });
    return (await answer.json()).access_token;
  }

  const call = async (origin: string, method: string, path: string, init: { body?: object; headers?: object } = {}) => {
    const answer = await fetch(`${origin}${root}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
  };

  test('carry out a request with an idempotency key once (security #168)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const body = { username: `once-${round}` };
      const headers = { 'idempotency-key': `round-${round}` };
      const answers = await servers.race(8, (origin) => call(origin, 'POST', '/users', { body, headers }));
      const made = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'));
      expect(made).toHaveLength(1);
      for (const { status } of answers) expect([201, 409]).toContain(status);
      const links = answers.flatMap(({ body: { link } }) => (typeof link === 'string' ? [link] : []));
      expect(links).toHaveLength(1);
      const again = await call(servers.origins[1], 'POST', '/users', { body, headers });
      expect(again).toMatchObject({ status: 201, body: { sub: made[0]?.body.sub, link: null } });
    }
  });

  test('accept one of several changes of the same version (security #168)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const etag = (await call(servers.origins[0], 'GET', '/scopes/orders')).headers.get('etag') ?? '';
      const answers = await servers.race(6, (origin, index) =>
        call(origin, 'PATCH', '/scopes/orders', {
          body: { description: `${round} ${index}` },
          headers: { 'if-match': etag },
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
    }
  });

  test('refuse a token as soon as one of them revoked it (security #55, #161)', async () => {
    const [first, second] = servers.origins;
    const revoked = token;
    await fetch(`${first}/connect/revocation`, {
      method: 'POST',
      headers: { authorization: basic('deploy', 'deploy-secret') },
      body: new URLSearchParams({ token: revoked }),
    });
    for (const origin of [first, second]) expect((await call(origin, 'GET', '/clients')).status).toBe(401);
    token = await issueToken();
    expect((await call(second, 'GET', '/clients')).status).toBe(200);
  });
});
