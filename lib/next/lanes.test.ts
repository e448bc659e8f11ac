import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { readClock } from '#lib/http/clock';
import { defaultLimits } from '#lib/http/limits';
import type { PagesHandler } from '#lib/http/pages-lane';
import { type RunningServer, runServer } from '#lib/http/run-server';
import { createTwoLaneServer, type ServedRequest } from '#lib/http/server';
import { translate } from '#lib/i18n/translate';
import { createLog } from '#lib/log/log';
import type { Route } from '#lib/protocol/route';
import { findRoute } from '#lib/routes';
import { explainOutside, startRuntime, stopRuntime } from '#lib/runtime';
import { serve } from '#lib/serve';
import { parseSettings } from '#lib/settings/parse';
import { createTestDatabase } from '#lib/testing/database';
import { withoutReference } from '#lib/testing/without-reference';
import { handlersOf } from './route-handlers';

const secret = 'a-secret-for-tests-0123456789abcdef';
const configuration = {
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    {
      client_id: 'm2m',
      client_secrets: [{ value: 'm2m-secret' }],
      grant_types: ['client_credentials'],
      scope: 'orders',
    },
    {
      client_id: 'spa',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      redirect_uris: ['https://spa.example/cb'],
      scope: 'openid',
      allowed_cors_origins: ['https://spa.example'],
    },
  ],
};
const served: ServedRequest[] = [];
/** The addresses that Next was asked for. */
const passedOn: string[] = [];
let fast: RunningServer;
let slow: RunningServer;

/** Does what Next does with a route file: builds a Request, calls the export of its method, sends the Response. */
const throughRouteFiles: PagesHandler = async (incoming, outgoing) => {
  const url = new URL(incoming.url ?? '/', 'http://localhost:3000');
  passedOn.push(url.pathname);
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = incoming.method ?? 'GET';
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  const route = findRoute(url.pathname) ?? echoRoute;
  const handlers: Record<string, (request: Request) => Promise<Response>> = handlersOf(route);
  const answer = await handlers[method]?.(new Request(url, { method, headers, body }));
  outgoing.statusCode = answer?.status ?? 404;
  answer?.headers.forEach((value, name) => {
    outgoing.appendHeader(name, value);
  });
  outgoing.end(Buffer.from(answer === undefined ? new ArrayBuffer(0) : await answer.arrayBuffer()));
};

const echoRoute: Route = {
  path: '/api/admin/v1/form',
  methods: ['GET', 'POST'],
  maxBodyBytes: 100,
  audience: 'browser',
  handler: async ({ method, path, query, body, clientAddress }, { requestId }) => ({
    status: 200,
    headers: { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'application/json' },
    body: JSON.stringify({ method, path, query, body, clientAddress, requestId }),
    report: { outcome: 'echoed', clientId: 'web' },
  }),
};

beforeAll(async () => {
  const settings = parseSettings(
    { SIGNET_SECRET: secret },
    { readSecretFile: () => secret, fileExists: () => true, processors: 1 },
  );
  const database = await createTestDatabase();
  const now = readClock();
  await applyConfiguration(database, parseConfiguration(JSON.stringify(configuration)), {
    prune: false,
    secret: settings.secret,
    by: byCommandLine,
    now,
  });
  await startRuntime({ settings, database, log: createLog('silent', { write: () => {} }) });
  [fast, slow] = await Promise.all([startLane(true), startLane(false)]);
});

afterAll(async () => {
  await Promise.all([fast.stop(), slow.stop()]);
  await stopRuntime();
});

function startLane(fastLane: boolean): Promise<RunningServer> {
  const server = createTwoLaneServer({
    issuer: 'http://localhost:3000',
    limits: defaultLimits,
    proxies: [],
    mtls: null,
    headers: { 'x-content-type-options': 'nosniff' },
    findEndpoint: findRoute,
    isMtlsPath: () => false,
    fastLane,
    answer: serve,
    pages: throughRouteFiles,
    observe: (request) => served.push(request),
    explain: ({ requestId, clientAddress }, endpoint) =>
      explainOutside(requestId, { endpoint: endpoint ?? 'other', clientAddress }),
    onError: () => {},
  });
  return runServer(server, { host: '127.0.0.1', port: 0 }, { drainMs: 0, timeoutMs: 1_000 });
}

const basic = `Basic ${Buffer.from('m2m:m2m-secret').toString('base64')}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const spa = { origin: 'https://spa.example' };

describe('both lanes answer the same', () => {
  it.each<[string, string, RequestInit]>([
    ['discovery', '/.well-known/openid-configuration', {}],
    ['discovery by its OAuth name', '/.well-known/oauth-authorization-server', {}],
    ['JWKS', '/.well-known/openid-configuration/jwks', {}],
    ['HEAD of JWKS', '/.well-known/openid-configuration/jwks', { method: 'HEAD' }],
    [
      'a token request without credentials',
      '/connect/token',
      { method: 'POST', headers: form, body: 'grant_type=client_credentials' },
    ],
    [
      'a token request with a wrong secret',
      '/connect/token',
      { method: 'POST', headers: { ...form, authorization: 'Basic bTJtOng=' }, body: 'grant_type=client_credentials' },
    ],
    ['a repeated parameter', '/connect/token', { method: 'POST', headers: form, body: 'grant_type=a&grant_type=b' }],
    ['broken percent-encoding', '/connect/token', { method: 'POST', headers: form, body: 'grant_type=%zz' }],
    [
      'a body that is not UTF-8',
      '/connect/token',
      { method: 'POST', headers: form, body: Buffer.from([0x61, 0x3d, 0xff]) },
    ],
    ['a body past the limit', '/connect/token', { method: 'POST', headers: form, body: 'a'.repeat(65_537) }],
    [
      'another content type',
      '/connect/token',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    ],
    ['another method', '/connect/token', { method: 'PUT', body: 'x' }],
    [
      'a preflight',
      '/connect/token',
      { method: 'OPTIONS', headers: { ...spa, 'access-control-request-method': 'POST' } },
    ],
    ['a preflight of a stranger', '/connect/token', { method: 'OPTIONS', headers: { origin: 'null' } }],
    ['UserInfo without a token', '/connect/userinfo', { headers: spa }],
    ['UserInfo with garbage', '/connect/userinfo', { headers: { ...spa, authorization: 'Bearer x.y.z' } }],
    ['HEAD of authorize', '/connect/authorize', { method: 'HEAD' }],
    ['a sign-out when nobody is signed in', '/connect/endsession', {}],
    ['HEAD of endsession', '/connect/endsession', { method: 'HEAD' }],
    ['the check session frame', '/connect/checksession', {}],
    ['health', '/health', {}],
    ['whether it lives', '/health/live', {}],
  ])('%s', async (_name, path, init) => {
    expect(await ask(slow, path, init)).toEqual(await ask(fast, path, init));
  });

  it('issues tokens in both', async () => {
    for (const lane of [fast, slow]) {
      const init = {
        method: 'POST',
        headers: { ...form, authorization: basic },
        body: 'grant_type=client_credentials',
      };
      const answer = await fetch(`http://127.0.0.1:${lane.port}/connect/token`, init);
      expect([answer.status, await answer.json()]).toMatchObject([200, { token_type: 'Bearer', scope: 'orders' }]);
    }
  });

  it('refuses an unusable authorization request alike but for the reference', async () => {
    const path = '/connect/authorize?client_id=nobody&x=%C3%A9';
    const [a, b] = await Promise.all([ask(fast, path), ask(slow, path)]);
    expect(a.status).toBe(400);
    expect(b.headers).toEqual(a.headers);
  });
});

describe('a row without a route file (decision 001)', () => {
  it.each<[string, RequestInit, number]>([
    ['/login/submit', { method: 'POST', headers: form, body: 'x=y' }, 403],
    ['/login/submit', {}, 405],
    ['/login', {}, 400],
    ['/federation/nobody/start', {}, 400],
    ['/federation/corp/backchannel-logout', { method: 'POST', headers: form, body: 'logout_token=x' }, 404],
    ['/federation/corp/backchannel-logout?logout_token=x', {}, 405],
    ['/account/sign-in', {}, 303],
  ])('%s is answered by the server alone, whichever lane: %j', async (path, init, status) => {
    passedOn.length = 0;
    for (const { port } of [fast, slow]) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, redirect: 'manual' });
      expect([answer.status, passedOn]).toEqual([status, []]);
    }
  });

  it('is not the only kind', async () => {
    await ask(slow, '/health/live');
    expect(passedOn).toEqual(['/health/live']);
  });
});

describe('an address that each upstream provider has', () => {
  it('refuses a logout token of 1 MB from any network (security #108)', async () => {
    const init = { method: 'POST', headers: form, body: `logout_token=${'x'.repeat(1024 * 1024)}` };
    const answer = await fetch(`http://127.0.0.1:${fast.port}/federation/corp/backchannel-logout`, init);
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: 'invalid_request' }]);
  });
});

describe('a route file', () => {
  it('gives a handler what the server decided, and tells the server what the handler reported', async () => {
    served.length = 0;
    const url = `http://127.0.0.1:${slow.port}/api/admin/v1/form?a=%zz&b=1`;
    const answer = await fetch(url, { method: 'POST', body: 'x=é', headers: { 'x-signet-client-address': '6.6.6.6' } });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.json()).toEqual({
      method: 'POST',
      path: '/api/admin/v1/form',
      query: 'a=%zz&b=1',
      body: 'x=é',
      clientAddress: '127.0.0.1',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(served).toMatchObject([{ status: 200, endpoint: null, report: { outcome: 'echoed', clientId: 'web' } }]);
  });

  it('answers another spelling of its path with a page for people, and with JSON for programs (security #154)', async () => {
    const headers = { 'accept-language': 'de' };
    const page = await fetch(`http://127.0.0.1:${slow.port}/api/admin/v1/form/`, { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain(translate('de', 'error.not_found.title'));
    const token = findRoute('/connect/token');
    if (token === undefined) throw new Error('no token endpoint');
    const answer = await handlersOf(token).POST(new Request('http://localhost/connect/token/', { method: 'POST' }));
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'not_found' }]);
  });

  it('refuses HEAD where the table does not have it (security #11)', async () => {
    expect((await fetch(`http://127.0.0.1:${slow.port}/api/admin/v1/form`, { method: 'HEAD' })).status).toBe(405);
  });

  it('believes no header about the client when our server is not in front', async () => {
    const answer = await handlersOf(echoRoute).GET(
      new Request('http://localhost:3000/api/admin/v1/form', { headers: { 'x-signet-client-address': '6.6.6.6' } }),
    );
    expect(await answer.json()).toMatchObject({ clientAddress: '127.0.0.1' });
  });
});

/** Status, body and the headers that are the same in each response. */
async function ask(server: RunningServer, path: string, init: RequestInit = {}) {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, redirect: 'manual' });
  const own = new Set(['date', 'x-request-id', 'transfer-encoding', 'content-length', 'keep-alive']);
  const headers = [...answer.headers]
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => [name, withoutReference(value)])
    .sort();
  const body = path.startsWith('/connect/authorize') ? '' : withoutReference(await answer.text());
  return { status: answer.status, headers, body };
}
