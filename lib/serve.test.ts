import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { findLastSeal } from '#lib/audit/seals/seal-store';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { readClock } from '#lib/http/clock';
import { runServer } from '#lib/http/run-server';
import type { HttpRequest } from '#lib/http/types';
import { createLog } from '#lib/log/log';
import type { Route } from '#lib/protocol/route';
import { findRoute } from '#lib/routes';
import { getRuntime, isRuntimeStarted, startRuntime, stopRuntime } from '#lib/runtime';
import { serve } from '#lib/serve';
import { parseSettings } from '#lib/settings/parse';
import { startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import { createTestDatabase } from '#lib/testing/database';
import { referenceIn, refusalOf } from '#lib/testing/without-reference';

const lines: string[] = [];
const spa = 'https://spa.example';
const configuration = {
  clients: [
    {
      client_id: 'spa',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      redirect_uris: [`${spa}/cb`],
      scope: 'openid',
      allowed_cors_origins: [spa],
    },
    {
      client_id: 'off',
      enabled: false,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      redirect_uris: ['https://off.example/cb'],
      scope: 'openid',
      allowed_cors_origins: ['https://off.example'],
    },
  ],
};

beforeAll(async () => {
  const secret = 'a-secret-for-tests-0123456789abcdef';
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
  await startRuntime({ settings, database, log: createLog('info', { write: (line) => lines.push(line) }) });
});

afterAll(() => stopRuntime());

function ask(path: string, request: Partial<HttpRequest> = {}) {
  const route = findRoute(path);
  if (route === undefined) throw new Error(`no route ${path}`);
  return serve(route, requestTo(path, request), 'request-1');
}

function requestTo(path: string, request: Partial<HttpRequest>): HttpRequest {
  return {
    method: 'GET',
    path,
    query: '',
    headers: {},
    body: '',
    clientAddress: '127.0.0.1',
    isLocal: true,
    ...request,
  };
}

describe('methods', () => {
  it.each([
    ['/connect/token', 'GET', 'POST'],
    ['/connect/token', 'HEAD', 'POST'],
    ['/connect/token', 'PUT', 'POST'],
    ['/connect/authorize', 'HEAD', 'GET, POST'],
    ['/connect/authorize', 'OPTIONS', 'GET, POST'],
    ['/connect/userinfo', 'DELETE', 'GET, POST'],
    ['/connect/userinfo', 'HEAD', 'GET, POST'],
    ['/connect/deviceauthorization', 'GET', 'POST'],
    ['/connect/deviceauthorization', 'OPTIONS', 'POST'],
    ['/connect/introspect', 'GET', 'POST'],
    ['/connect/introspect', 'OPTIONS', 'POST'],
    ['/connect/revocation', 'GET', 'POST'],
    ['/connect/endsession', 'HEAD', 'GET, POST'],
    ['/connect/checksession', 'POST', 'GET, HEAD'],
    ['/.well-known/openid-configuration', 'POST', 'GET, HEAD'],
    ['/health', 'POST', 'GET, HEAD, OPTIONS'],
  ])('%s answers %s with 405 and Allow: %s', async (path, method, allow) => {
    expect(await ask(path, { method })).toMatchObject({ status: 405, headers: { allow } });
  });

  it.each(['/health', '/health/live'])('answers OPTIONS of %s as a check', async (path) => {
    expect(await ask(path, { method: 'OPTIONS' })).toMatchObject({ status: 200, body: (await ask(path)).body });
  });

  it('answers HEAD of public documents', async () => {
    expect((await ask('/.well-known/openid-configuration/jwks', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('CORS (security #132)', () => {
  const allowed = { 'access-control-allow-origin': spa, vary: 'Origin' };

  it.each(['/connect/token', '/connect/userinfo'])(
    'lets a registered origin read %s, its errors too, without credentials',
    async (path) => {
      const method = path === '/connect/token' ? 'POST' : 'GET';
      const { status, headers } = await ask(path, { method, headers: { origin: spa } });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers).toMatchObject(allowed);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  it('answers the preflight of a registered origin', async () => {
    const headers = {
      origin: spa,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, dpop',
    };
    expect(await ask('/connect/token', { method: 'OPTIONS', headers })).toEqual({
      status: 204,
      headers: {
        allow: 'POST, OPTIONS',
        ...allowed,
        'access-control-expose-headers': 'www-authenticate, retry-after, dpop-nonce',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type, dpop, mcp-protocol-version',
        'access-control-max-age': '600',
      },
      body: '',
    });
  });

  it('lets a page of a registered origin read the nonce of an answer (RFC 9449 §8.2)', async () => {
    const headers = { origin: spa, dpop: 'x', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await ask('/connect/token', { method: 'POST', headers, body: 'grant_type=client_credentials' });
    expect(answer.headers['dpop-nonce']).toMatch(/^[\w-]{22}$/);
    expect(answer.headers['access-control-expose-headers']).toContain('dpop-nonce');
    expect(answer.headers).toMatchObject(allowed);
  });

  it.each([
    'https://evil.example',
    'null',
    `${spa}.evil.example`,
    `${spa}:8443`,
    'http://spa.example',
    'https://SPA.example',
    'https://off.example',
    '',
  ])('tells no other origin anything: %s', async (origin) => {
    for (const method of ['POST', 'OPTIONS']) {
      const { headers } = await ask('/connect/token', { method, headers: { origin } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('access-control-allow-methods');
      expect(headers).toMatchObject({ vary: 'Origin' });
    }
  });

  it.each([
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration/jwks',
  ])('lets every origin read %s', async (path) => {
    expect((await ask(path, { headers: { origin: 'null' } })).headers['access-control-allow-origin']).toBe('*');
    expect((await ask(path, { method: 'OPTIONS', headers: { origin: 'https://any.example' } })).status).toBe(204);
  });

  it.each(['/connect/authorize', '/health', '/metrics'])('lets no page of another origin read %s', async (path) => {
    const { headers } = await ask(path, { headers: { origin: spa } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('an unexpected failure of a handler', () => {
  const route = (error: unknown, audience: Route['audience'] = 'program'): Route => ({
    path: '/connect/token',
    methods: ['GET'],
    handler: () => Promise.reject(error),
    maxBodyBytes: 0,
    audience,
    cors: 'registered',
  });
  const run = (row: Route) => serve(row, requestTo('/connect/token', { headers: { origin: spa } }), 'request-7');

  it('becomes server_error in JSON, and a line in the log with the request id', async () => {
    lines.length = 0;
    const answer = await run(route(new Error('secret detail')));
    expect(answer).toMatchObject({
      status: 500,
      headers: { 'access-control-allow-origin': spa },
    });
    expect(refusalOf(answer)).toEqual({
      error: 'server_error',
      error_description: 'The server failed to process the request',
    });
    const reference = referenceIn(answer);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, requestId: 'request-7', err: { message: 'secret detail' } },
      { level: 30, requestId: 'request-7', reference },
    ]);
  });

  it('becomes a page with the reference for a browser', async () => {
    const answer = await run(route(new Error('secret detail'), 'browser'));
    expect(answer.status).toBe(500);
    expect(answer.body).toContain(referenceIn(answer));
    expect(answer.body).not.toContain('secret detail');
  });

  it.each(['database_unavailable', 'ECONNREFUSED', 'snapshot_unavailable'])(
    'becomes 503 with Retry-After when the cause is %s',
    async (code) => {
      const answer = await run(route(Object.assign(new Error('down'), { code })));
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
      });
      expect(refusalOf(answer).error).toBe('temporarily_unavailable');
    },
  );
});

describe('/health', () => {
  it('answers 200 while the database answers and a key is active', async () => {
    const answer = await ask('/health');
    expect([answer.status, answer.body]).toEqual([200, '{"status":"ok","database":true,"signing_key":true}']);
  });

  it('answers 503 while the server stops, so that load balancers use other servers', async () => {
    const server = await runServer(createServer(), { host: '127.0.0.1', port: 0 }, { drainMs: 0, timeoutMs: 0 });
    await server.stop();
    const answer = await ask('/health');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.body).toBe('{"status":"stopping","database":true,"signing_key":true}');
    const next = createServer();
    await runServer(next, { host: '127.0.0.1', port: 0 }, { drainMs: 0, timeoutMs: 0 });
    next.close();
    expect((await ask('/health')).status).toBe(200);
  });
});

describe('/health/live', () => {
  it('answers 200 without configuration and database, which are no reason to replace the process', async () => {
    const { database, settings } = getRuntime();
    stopSnapshot();
    expect((await ask('/health')).status).toBe(503);
    const answer = await ask('/health/live');
    expect([answer.status, answer.body]).toEqual([200, '{"status":"alive"}']);
    await startSnapshot({ db: database.db, secret: settings.secret, now: readClock() });
    expect((await ask('/health')).status).toBe(200);
  });
});

describe('/metrics', () => {
  const withToken = async (headers: Record<string, string>, token: string | null = 'metrics-token-0001') => {
    const { handler } = findRoute('/metrics') ?? {};
    const { settings, database, log } = getRuntime();
    const context = {
      settings: { ...settings, metricsToken: token },
      db: database.db,
      now: readClock(),
      requestId: 'r',
      isLocal: false,
      log: log.logger,
      explain: () => 'REFERENCE0',
      noteExchange: () => {},
    };
    const snapshot = await import('#lib/snapshot/current').then(({ getSnapshot }) => getSnapshot(context.now));
    return handler?.(requestTo('/metrics', { headers, clientAddress: '203.0.113.9' }), {
      ...context,
      snapshot,
      refreshConfiguration: async () => snapshot,
    });
  };

  it('answers this machine', async () => {
    const answer = await ask('/metrics');
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    });
    expect(answer.body).toContain('process_cpu_seconds_total');
  });

  it('includes the head of the audit log, for storage elsewhere', async () => {
    const { database, settings } = getRuntime();
    await sealEvents(database.db, settings.secret, readClock());
    const head = await findLastSeal(database.db);
    expect(head?.sequence).toBeGreaterThan(0);
    const line = `signet_audit_head_info{sequence="${head?.sequence}",hash="${head?.hash}"} 1`;
    expect((await ask('/metrics')).body.split('\n')).toContain(line);
  });

  it.each([
    ['another machine', { clientAddress: '203.0.113.9', isLocal: false }],
    ['somebody who says so', { isLocal: false, headers: { 'x-signet-local': '1' } }],
  ])('refuses %s without a token (security #193)', async (_name, request) => {
    expect((await ask('/metrics', request)).status).toBe(403);
  });

  it('refuses this machine too if the issuer is not localhost: only the token opens it (security #193)', async () => {
    const { settings } = getRuntime();
    Object.assign(settings, { localhost: false });
    const { status } = await ask('/metrics');
    Object.assign(settings, { localhost: true });
    expect(status).toBe(403);
  });

  it('answers only the bearer of the token, from anywhere', async () => {
    expect((await withToken({ authorization: 'Bearer metrics-token-0001' }))?.status).toBe(200);
    for (const authorization of [
      'Bearer metrics-token-0002',
      'Bearer ',
      'Basic metrics-token-0001',
      'metrics-token-0001',
    ]) {
      expect(await withToken({ authorization })).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      });
    }
    expect((await withToken({}))?.status).toBe(401);
  });
});

describe('the runtime', () => {
  it('is gone after a stop, so that nothing is served from a closed database', async () => {
    await stopRuntime();
    expect(isRuntimeStarted()).toBe(false);
    expect(() => getRuntime()).toThrow('the runtime was not started');
  });
});
