import { once } from 'node:events';
import { get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askRaw } from '#lib/testing/raw-http';
import { parseTrustedProxies } from './client-address';
import { findFormState } from './form-state';
import { defaultLimits, type Limits } from './limits';
import { responseReports } from './response-storage';
import { isStopping, type RunningServer, runServer } from './run-server';
import { commonHeaders } from './security-headers';
import { createTwoLaneServer, type Endpoint, type ServedRequest, type ServerParts } from './server';
import type { HttpRequest } from './types';

type Started = RunningServer & {
  readonly seen: HttpRequest[];
  readonly served: ServedRequest[];
  readonly errors: unknown[];
};

const endpoint: Endpoint = { path: '/connect/token', methods: ['POST'], maxBodyBytes: 1024, audience: 'program' };
const authorize: Endpoint = {
  path: '/connect/authorize',
  methods: ['GET', 'POST'],
  maxBodyBytes: 1024,
  maxUrlBytes: 24 * 1024,
  audience: 'browser',
};
const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

/** A server that echoes the request in the fast lane, and the headers for Next in the other lane. */
async function start(
  overrides: Partial<ServerParts<Endpoint>> = {},
  limits: Partial<Limits> = {},
  drainMs = 0,
): Promise<Started> {
  const seen: HttpRequest[] = [];
  const served: ServedRequest[] = [];
  const errors: unknown[] = [];
  const server = createTwoLaneServer<Endpoint>({
    issuer: 'https://id.example.com:8443',
    limits: { ...defaultLimits, checkIntervalMs: 20, stopTimeoutMs: 1_000, ...limits },
    proxies: parseTrustedProxies(['127.0.0.1']),
    mtls: null,
    headers: commonHeaders(true),
    isMtlsPath: () => false,
    findEndpoint: (path) => [endpoint, authorize].find((row) => row.path === path),
    fastLane: true,
    answer: async (_endpoint, request) => {
      seen.push(request);
      return {
        status: 200,
        headers: { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] },
        body: request.body,
      };
    },
    pages: async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      response.end(
        JSON.stringify({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() }),
      );
    },
    observe: (request) => served.push(request),
    explain: (incoming) => () => incoming.requestId,
    onError: (error) => errors.push(error),
    ...overrides,
  });
  const { stopTimeoutMs } = { stopTimeoutMs: 1_000, ...limits };
  const times = { drainMs, timeoutMs: stopTimeoutMs };
  const started = await runServer(server, { host: '127.0.0.1', port: 0 }, times);
  running.push(started);
  return { ...started, seen, served, errors };
}

/** Sends raw bytes and returns everything that comes back until the server closes. */
async function exchange(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  // A server that refuses a request may reset the connection while the rest is still being sent.
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  // Not once(), because it would reject with that error.
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

/** Every response of the server has these headers, regardless of its source. */
function expectCommonHeaders(answer: string): void {
  for (const [name, value] of Object.entries(commonHeaders(true))) {
    expect(answer.toLowerCase()).toContain(`${name}: ${value.toLowerCase()}\r\n`);
  }
}

/** A promise that the test resolves itself. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const host = 'Host: id.example.com\r\n';
const post = (headers: string, path = '/connect/token') => `POST ${path} HTTP/1.1\r\n${host}${headers}\r\n`;
const close = 'Connection: close\r\n';

it.each([
  [{ isPacked: true }, 'br, gzip', 'br'],
  [{ isPacked: true }, 'gzip', 'gzip'],
  [{ isPacked: true }, 'identity', undefined],
  [{}, 'br', undefined],
])(
  'an answer of the fast lane that is %j, to a caller that takes %s, is sent as %s',
  async (packed, accepted, encoding) => {
    const body = 'Grüße, '.repeat(500);
    const { port } = await start({ answer: async () => ({ status: 200, headers: {}, body, ...packed }) });
    const headers = { 'accept-encoding': accepted };
    const { raw, headers: sent } = await new Promise<{ raw: Buffer; headers: IncomingHttpHeaders }>((resolve) =>
      get({ port, path: endpoint.path, headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve({ raw: Buffer.concat(chunks), headers: response.headers });
      }),
    );
    expect(sent['content-encoding']).toBe(encoding);
    expect(sent['content-length']).toBe(String(raw.length));
    expect(sent.vary).toBe(encoding && 'accept-encoding');
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(unpack(raw).toString()).toBe(body);
  },
);

describe('an address in absolute form (RFC 9112 §3.2.2)', () => {
  it.each(['http://evil.example', 'https://id.example.com:8443', 'HTTP://[::1]'])(
    'is read as its path in both lanes, and its host replaces that of the header: %s',
    async (base) => {
      const { port, seen } = await start();
      const line = (path: string) => `${base}${path} HTTP/1.1\r\n${host}${close}\r\n`;
      await exchange(port, `POST ${line('/connect/token?a=1')}`);
      const named = base.slice(base.indexOf('//') + 2);
      expect(seen.at(-1)).toMatchObject({ path: '/connect/token', query: 'a=1', headers: { host: named } });
      const page = await exchange(port, `GET ${line('/login?b=2')}`);
      expect(page).toContain('"url":"/login?b=2"');
      expect(page).toContain('"host":"id.example.com:8443"');
      expect(await exchange(port, `GET ${line('')}`)).toContain('"url":"/"');
    },
  );
});

describe('the fast lane', () => {
  it('passes the raw request to a handler: path and query raw, headers in lower case, body as text', async () => {
    const server = await start();
    await exchange(
      server.port,
      `${post(`${close}X-A: 1\r\nContent-Length: 5\r\n`, '/connect/token?a=%zz&b=%2F')}h\u00e9llo`.slice(0, -1),
    );
    expect(server.seen).toMatchObject([
      { method: 'POST', path: '/connect/token', query: 'a=%zz&b=%2F', body: 'h\u00e9ll', clientAddress: '127.0.0.1' },
    ]);
    expect(server.seen[0]?.headers).toMatchObject({ 'x-a': '1', host: 'id.example.com' });
  });

  it('sends the answer of the handler with its length and the common headers', async () => {
    const { port } = await start();
    const answer = await fetch(`http://127.0.0.1:${port}/connect/token`, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': '1',
      'content-type': 'text/plain',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-request-id': expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  it('keeps the opener of a popup during a sign-in', async () => {
    const { port } = await start();
    const answer = await fetch(`http://127.0.0.1:${port}/connect/authorize`);
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  });

  it('trusts X-Forwarded-For only from a trusted proxy', async () => {
    const server = await start();
    await fetch(`http://127.0.0.1:${server.port}/connect/token`, {
      headers: { 'x-forwarded-for': '6.6.6.6, 198.51.100.4' },
    });
    expect(server.seen[0]?.clientAddress).toBe('198.51.100.4');
  });

  it('matches a path only in its exact spelling', async () => {
    const server = await start();
    for (const path of ['/connect/token/', '/connect/Token', '/connect/%74oken', '/connect/./token']) {
      await exchange(server.port, `GET ${path} HTTP/1.1\r\n${host}${close}\r\n`);
    }
    expect(server.seen).toEqual([]);
  });

  it('reports status, endpoint and duration to the observer', async () => {
    const server = await start();
    await fetch(`http://127.0.0.1:${server.port}/connect/token?code=secret`);
    expect(server.served).toMatchObject([
      { status: 200, endpoint: '/connect/token', incoming: { path: '/connect/token' } },
    ]);
    expect(server.served[0]?.durationMs).toBeGreaterThan(0);
  });

  it('answers 500 without details when the answer itself breaks', async () => {
    const server = await start({ answer: () => Promise.reject(new Error('secret detail')) });
    const answer = await fetch(`http://127.0.0.1:${server.port}/connect/token`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      error: 'server_error',
      error_description: expect.stringMatching(/^The server failed to process the request \(reference [^ ]+\)$/),
    });
    expect(server.errors).toMatchObject([{ message: 'secret detail' }]);
  });
});

it.each([
  ['/connect/token', 'POST'],
  ['/account/name', 'GET, HEAD'],
  ['/api/admin/v1/clients', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
])(
  'a method that nobody knows is refused at %s with the methods that there are (RFC 9110 §15.5.6)',
  async (path, allow) => {
    const { port } = await start();
    const answer = await exchange(port, `PROPFIND ${path} HTTP/1.1\r\n${host}\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
    expect(answer).toContain(`allow: ${allow}\r\n`);
  },
);

describe('the methods of a page', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is refused with a page and Allow (RFC 9110 §15.5.6)',
    async (method) => {
      const { port, served } = await start();
      const answer = await fetch(`http://127.0.0.1:${port}/account/name`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await answer.text()).toContain('<main data-page="error">');
      expect(served).toMatchObject([{ status: 405, endpoint: null }]);
    },
  );

  it.each([
    ['GET', '/account/name'],
    ['DELETE', '/api/admin/v1/clients/web'],
  ])('%s %s is passed on', async (method, path) => {
    const { port } = await start();
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { method })).status).toBe(200);
  });
});

describe('limits (security #145, #147)', () => {
  it('take an authorization request of 24 KiB with other headers up to 32 KiB', async () => {
    const server = await start();
    const path = `/connect/authorize?${'a'.repeat(24 * 1024 - 20)}`;
    const answer = await exchange(
      server.port,
      `GET ${path} HTTP/1.1\r\n${host}${close}X: ${'a'.repeat(7 * 1024)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(server.seen[0]?.query).toHaveLength(24 * 1024 - 20);
  });

  it.each([
    ['a Content-Length past the limit', [post('Content-Length: 1025\r\n')], '413'],
    ['a body of 100 MB, before it is sent', [post('Content-Length: 104857600\r\n'), Buffer.alloc(256 * 1024)], '413'],
    [
      'a chunked body without length, as it passes the limit',
      [post('Transfer-Encoding: chunked\r\n'), `400\r\n${'a'.repeat(0x400)}\r\n`, `1\r\na\r\n`],
      '413',
    ],
    ['a body past 1 MiB for an address of Next', [post('Content-Length: 1048577\r\n', '/api/admin/v1/x')], '413'],
    ['a compressed body', [post('Content-Encoding: gzip\r\nContent-Length: 3\r\n'), 'abc'], '415'],
    ['a body that is not UTF-8', [post(`${close}Content-Length: 2\r\n`), Buffer.from([0xc3, 0x28])], '400'],
    ['an overlong UTF-8 form', [post(`${close}Content-Length: 2\r\n`), Buffer.from([0xc0, 0xaf])], '400'],
    ['headers past 32 KiB', [`GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(33 * 1024)}\r\n\r\n`], '431'],
    ['an address past 8 KiB', [`GET /connect/token?${'a'.repeat(8 * 1024)} HTTP/1.1\r\n${host}\r\n`], '414'],
    [
      'an address past the limit of its route',
      [`GET /connect/authorize?${'a'.repeat(24 * 1024)} HTTP/1.1\r\n${host}\r\n`],
      '414',
    ],
    ['an address in absolute form with a user', [`GET http://a@id.example.com/ HTTP/1.1\r\n${host}\r\n`], '400'],
    ['an address in absolute form without a host', [`GET http:///connect/token HTTP/1.1\r\n${host}\r\n`], '400'],
    ['an address in absolute form with doubled slashes', [`GET http://a//x HTTP/1.1\r\n${host}\r\n`], '400'],
    ['an address of another scheme', [`GET ftp://id.example.com/ HTTP/1.1\r\n${host}\r\n`], '400'],
    ['an address in absolute form without Host', ['GET http://id.example.com/ HTTP/1.1\r\n\r\n'], '400'],
    ['doubled slashes', [`POST //connect/token HTTP/1.1\r\n${host}\r\n`], '400'],
    ['a dot segment', [`GET /x/../metrics HTTP/1.1\r\n${host}\r\n`], '400'],
    ['a dot segment at the end', [`GET /login/. HTTP/1.1\r\n${host}\r\n`], '400'],
    ['an encoded dot segment', [`GET /x/%2e%2E/metrics HTTP/1.1\r\n${host}\r\n`], '400'],
    ['a payload of a page', [`GET /login.segments/_tree.segment.rsc HTTP/1.1\r\n${host}\r\n`], '400'],
    ['another payload of a page', [`GET /admin/clients/web.prefetch.rsc HTTP/1.1\r\n${host}\r\n`], '400'],
    ['an encoded payload of a page', [`GET /login%2ERSC HTTP/1.1\r\n${host}\r\n`], '400'],
    ['the page of Next for a broken page', [`GET /_global-error HTTP/1.1\r\n${host}\r\n`], '400'],
    ['a half encoded dot segment', [`GET /.%2e?x HTTP/1.1\r\n${host}\r\n`], '400'],
    ['a backslash', [`GET /\\evil.example HTTP/1.1\r\n${host}\r\n`], '400'],
    ['broken percent-encoding in the path', [`GET /%zz HTTP/1.1\r\n${host}\r\n`], '400'],
    ['NUL in the path', [`GET /a%00 HTTP/1.1\r\n${host}\r\n`], '400'],
    ['a method nobody knows', [`TRACE /connect/token HTTP/1.1\r\n${host}\r\n`], '405'],
    ['no Host', ['GET / HTTP/1.1\r\n\r\n'], '400'],
    ['two Hosts (RFC 9112 §3.2)', [`GET / HTTP/1.1\r\n${host}${host}\r\n`], '400'],
    ['a Host with a path', ['GET / HTTP/1.1\r\nHost: id.example.com/x?\r\n\r\n'], '400'],
    ['a Host with a user', ['GET / HTTP/1.1\r\nHost: a@id.example.com\r\n\r\n'], '400'],
    ['a Host in brackets that is no address', ['GET / HTTP/1.1\r\nHost: [evil]\r\n\r\n'], '400'],
    ['two Hosts in HTTP/1.0', [`GET / HTTP/1.0\r\n${host}hOST: evil.example\r\n\r\n`], '400'],
    ['two Authorization headers', [post('Authorization: Bearer a\r\nauthorization: Bearer b\r\n')], '400'],
    ['two content types', [post('Content-Type: a/b\r\nContent-Type: text/plain\r\n')], '400'],
    ['a line that is no request', ['GET\r\n\r\n'], '400'],
    ['a header without a name', [`GET / HTTP/1.1\r\n${host}: a\r\n\r\n`], '400'],
    ['two lengths', [post('Content-Length: 1\r\nContent-Length: 2\r\n'), 'ab'], '400'],
    ['length and chunks together', [post('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'), '0\r\n\r\n'], '400'],
  ])('refuses %s and closes', async (_name, parts, status) => {
    const server = await start();
    const answer = await exchange(server.port, ...parts);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expectCommonHeaders(answer);
    expect(server.seen).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  it.each(['id.example.com', 'ID.example.com:8443', '127.0.0.1:3000', '[::1]:3000', '[::ffff:127.0.0.1]', '', 'a_b'])(
    'takes the Host %j',
    async (value) => {
      const { port } = await start();
      const request = `GET /connect/token HTTP/1.1\r\nHost: ${value}\r\n${close}\r\n`;
      expect(await exchange(port, request)).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  it('takes a body of exactly the limit, chunked too', async () => {
    const server = await start();
    await exchange(
      server.port,
      `${post(`${close}Transfer-Encoding: chunked\r\n`)}400\r\n${'a'.repeat(0x400)}\r\n0\r\n\r\n`,
    );
    expect(server.seen[0]?.body).toHaveLength(1024);
  });

  it('answers 408 when the headers take too long', async () => {
    const server = await start({}, { headersTimeoutMs: 50, requestTimeoutMs: 60 });
    const answer = await exchange(server.port, `GET / HTTP/1.1\r\n${host}`);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expectCommonHeaders(answer);
  });

  it('closes a connection that sends nothing without an answer: a proxy would take it for that of its next request', async () => {
    const server = await start({}, { headersTimeoutMs: 50, requestTimeoutMs: 60 });
    expect(await exchange(server.port, '')).toBe('');
  });

  it.each(['/connect/token', '/api/admin/v1/x'])('answers 408 when the body of %s takes too long', async (path) => {
    const server = await start({}, { headersTimeoutMs: 50, requestTimeoutMs: 60 });
    const answer = await exchange(server.port, post('Content-Length: 5\r\n', path), 'a');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expectCommonHeaders(answer);
    expect([server.seen, server.errors]).toEqual([[], []]);
  });

  it('ignores an unknown expectation (RFC 9110 §10.1.1)', async () => {
    const server = await start();
    const answer = await exchange(server.port, post(`${close}Expect: the-unexpected\r\nContent-Length: 1\r\n`), 'a');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expectCommonHeaders(answer);
  });

  it('writes no second answer into a started one', async () => {
    const server = await start({
      pages: async (_request, response) => {
        response.writeHead(200, { 'content-length': '10' });
        response.write('begun');
      },
    });
    const socket = connect(server.port, '127.0.0.1');
    const parts: string[] = [];
    socket.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`);
    await once(socket, 'data');
    socket.write('no request\r\n\r\n');
    await once(socket, 'close');
    expect(parts.join('')).toMatch(/^HTTP\/1.1 200 .*begun$/s);
  });

  it('closes an idle connection', async () => {
    const server = await start({}, { idleTimeoutMs: 20 });
    expect(await exchange(server.port, `GET /connect/token HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('answers a browser with a page and a program with JSON', async () => {
    const { port } = await start();
    const long = 'a'.repeat(25 * 1024);
    expect(await exchange(port, `GET /connect/authorize?${long} HTTP/1.1\r\n${host}\r\n`)).toContain('text/html');
    expect(await exchange(port, `GET /connect/token?${long} HTTP/1.1\r\n${host}\r\n`)).toContain(
      '{"error":"invalid_request"',
    );
  });
});

describe('the lane of the pages', () => {
  it('uses the issuer as host and scheme and ignores those of the caller (design: runtime)', async () => {
    const { port } = await start();
    const answer = await fetch(`http://127.0.0.1:${port}/account?x=%zz`, {
      headers: {
        forwarded: 'host=evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '198.51.100.4',
        'x-forwarded-proto': 'http',
        'x-middleware-subrequest': 'proxy:proxy',
        'x-signet-client-address': '6.6.6.6',
        'x-signet-request-id': 'forged',
        'x-signet-local': '1',
        'x-nonce': 'forged',
        range: 'bytes=99999-',
        'content-security-policy': "script-src 'nonce-forged'",
        'x-kept': 'yes',
      },
    });
    const { url, headers } = await answer.json();
    expect(url).toBe('/account?x=%zz');
    expect(headers).toMatchObject({
      host: 'id.example.com:8443',
      'x-forwarded-proto': 'https',
      'x-kept': 'yes',
      'x-signet-client-address': '198.51.100.4',
      'x-signet-request-id': answer.headers.get('x-request-id'),
    });
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^(forwarded|x-forwarded-(host|for)|x-middleware.*|x-signet-local|x-nonce|range|content-security-policy)$/,
        ),
      ]),
    );
  });

  it('is told whether the caller is on this machine, as the handlers are (security #193)', async () => {
    const { port, seen } = await start();
    const said = [];
    for (const host of ['localhost', 'op.test']) {
      said.push(
        'x-signet-local' in JSON.parse((await askRaw(port, { path: '/outbox', headers: { host } })).body).headers,
      );
      await askRaw(port, { method: 'POST', path: '/connect/token', headers: { host }, body: '' });
    }
    expect(said).toEqual([true, false]);
    expect(seen.map(({ isLocal }) => isLocal)).toEqual([true, false]);
  });

  it('gets the whole body after its length was checked', async () => {
    const { port } = await start();
    const body = 'b'.repeat(300_000);
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/v1/x`, { method: 'POST', body });
    expect((await answer.json()).body).toBe(body);
  });

  it('gets protocol requests too when the fast lane is off, within the limit of their row', async () => {
    const server = await start({ fastLane: false });
    const send = (body: string) => fetch(`http://127.0.0.1:${server.port}/connect/token`, { method: 'POST', body });
    expect((await (await send('a=1')).json()).body).toBe('a=1');
    expect((await send('a'.repeat(1025))).status).toBe(413);
    expect(server.seen).toEqual([]);
  });

  it.each(
    ['/login', '/api/x', '/api/admin/v10'].flatMap((path) =>
      ['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'text/plain'].map((type) => [
        path,
        type,
      ]),
    ),
  )(
    'gets no body, so React decodes nothing that a caller wrote: %s with %s (security #155, #156)',
    async (path, type) => {
      const { port } = await start();
      const headers = { 'content-type': type };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: 'x' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  it.each([true, false])(
    'is asked for the page of a form, with the state beside the response and nothing of the form: fast lane %s (decision 002)',
    async (fastLane) => {
      const shown: unknown[] = [];
      const path = '/admin/thing/submit';
      const state = { values: { name: ['x'.repeat(500_000)] } };
      const server = await start({
        fastLane,
        findEndpoint: (asked) => (asked === path ? { ...authorize, path, isOwn: true, mayShowPage: true } : undefined),
        answer: async () => ({
          ...{ status: 200, body: '', headers: { 'set-cookie': ['a=1', 'b=2'] } },
          again: { address: '/admin/thing?q=1', state },
        }),
        pages: async ({ method, url, headers }, response) => {
          shown.push({ method, url, headers, state: findFormState() });
          response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>again</p>');
        },
      });
      const form = { method: 'POST', body: new URLSearchParams({ name: 'x', password: 'y' }) };
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}?q=1`, form);
      expect([answer.status, await answer.text()]).toEqual([200, '<p>again</p>']);
      expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(shown).toEqual([{ method: 'GET', url: '/admin/thing?q=1', headers: expect.any(Object), state }]);
      expect(shown).toMatchObject([{ headers: { 'x-signet-path': '/admin/thing' } }]);
      expect(Object.keys((shown[0] as { headers: object }).headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^content-|^transfer-/)]),
      );
      await vi.waitFor(() => expect(server.served).toHaveLength(1));
      expect(server.served).toMatchObject([{ endpoint: path, incoming: { method: 'POST', path } }]);
      // The next page answers no form.
      await fetch(`http://127.0.0.1:${server.port}/admin/other`);
      expect(shown.at(-1)).toMatchObject({ url: '/admin/other', state: null });
    },
  );

  it('gets no header of the client of Next, which our pages do not have (security #156)', async () => {
    const { port } = await start();
    const sent = {
      rsc: '1',
      'next-action': 'ab',
      'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D',
      'next-router-prefetch': '1',
      'next-router-segment-prefetch': '/_tree',
      'next-url': '/admin',
      'x-nextjs-data': '1',
    };
    const answer = await fetch(`http://127.0.0.1:${port}/account`, { headers: sent });
    expect(Object.keys((await answer.json()).headers).filter((name) => name in sent)).toEqual([]);
  });

  it('ignores a request to upgrade the protocol (security #157)', async () => {
    const { port } = await start();
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
    expect(await exchange(port, `GET /account HTTP/1.1\r\n${host}${upgrade}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['text/html; charset=utf-8', 'private, no-store', /^default-src 'none';.*frame-ancestors 'none'/],
    ['image/svg+xml', 'public', null],
  ])('gives %s a policy and the cache rule %s when it came without', async (type, cache, policy) => {
    const { port } = await start({
      pages: async (_request, response) => {
        response.setHeader('content-type', type).setHeader('cache-control', 'public').end('x');
      },
    });
    const { headers } = await fetch(`http://127.0.0.1:${port}/nowhere`);
    expect(headers.get('cache-control')).toBe(cache);
    if (policy === null) expect(headers.get('content-security-policy')).toBeNull();
    else expect(headers.get('content-security-policy')).toMatch(policy);
  });

  it('keeps the policy of a page', async () => {
    const { port } = await start({
      pages: async (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': 'own' }).end('x');
      },
    });
    expect((await fetch(`http://127.0.0.1:${port}/own`)).headers.get('content-security-policy')).toBe('own');
  });

  it.each([
    [307, 303],
    [303, 303],
    [308, 308],
    [200, 200],
  ])('answers %i of a page with %i: a browser repeats a POST after 307 (RFC 9700 §4.12)', async (status, expected) => {
    for (const isImplicit of [true, false]) {
      const { port } = await start({
        pages: async (_request, response) => {
          if (isImplicit) response.statusCode = status;
          else response.writeHead(status, { location: '/login' });
          response.end();
        },
      });
      const answer = await fetch(`http://127.0.0.1:${port}/login`, { redirect: 'manual' });
      expect(answer.status).toBe(expected);
    }
  });

  it('replaces a page that failed in Next, which is empty without scripts, by its own (ux §1.8.9)', async () => {
    const server = await start({
      pages: async (_request, response) => {
        response.statusCode = 500;
        response.setHeader('content-type', 'text/html').setHeader('content-security-policy', 'own');
        response.setHeader('content-encoding', 'gzip').setHeader('set-cookie', 'a=1');
        response.write('<html id="__next_error__">');
        response.end('secret detail');
      },
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}/login`, { headers: { 'accept-language': 'de' } });
    expect(answer.status).toBe(500);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': expect.stringContaining('no-store'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.has('set-cookie')).toBe(false);
    const page = await answer.text();
    expect(page).toContain('<html lang="de"');
    expect(page).toContain(`${answer.headers.get('x-request-id')}`);
    expect(page).toMatch(/<a [^>]*href=""/);
    expect(page).not.toMatch(/secret detail|__next_error__/);
    const posted = await fetch(`http://127.0.0.1:${server.port}/login`, { method: 'POST', body: 'x' });
    expect(await posted.text(), 'the address of a form is not asked again').not.toContain('href=""');
  });

  it('keeps a failure that a handler described, or that is not a page', async () => {
    const inWords = await start({
      pages: async (_request, response) => {
        responseReports().set(response, {});
        response.writeHead(500, { 'content-type': 'text/html' }).end('in words');
      },
    });
    expect(await (await fetch(`http://127.0.0.1:${inWords.port}/login/submit`)).text()).toBe('in words');
    const forScript = await start({
      pages: async (_request, response) => {
        response.statusCode = 500;
        response.setHeader('content-type', 'text/x-component').end('for a script');
      },
    });
    expect(await (await fetch(`http://127.0.0.1:${forScript.port}/admin`)).text()).toBe('for a script');
  });

  it('answers 500 on a page with the reference when it breaks', async () => {
    const server = await start({ pages: () => Promise.reject(new Error('secret detail')) });
    const answer = await fetch(`http://127.0.0.1:${server.port}/account`);
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain(answer.headers.get('x-request-id'));
    expect(page).not.toContain('secret detail');
    expect(server.served).toHaveLength(1);
  });
});

describe('stop', () => {
  it('finishes a running request, closes kept-alive connections and takes no new ones', async () => {
    const gate = createGate();
    const reached = createGate();
    const server = await start({
      answer: async () => {
        reached.open();
        await gate.opened;
        return { status: 200, headers: {}, body: 'finished' };
      },
    });
    const idle = connect(server.port, '127.0.0.1');
    await once(idle, 'connect');
    // The server resets it at the end of the stop.
    idle.on('error', () => {});
    const answer = exchange(server.port, `GET /connect/token HTTP/1.1\r\n${host}\r\n`);
    await reached.opened;
    const stopped = server.stop();
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
    gate.open();
    expect(await answer).toMatch(/finished$/);
    await stopped;
  });

  it('accepts connections while it drains, ends each with its answer, and reports that it stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const server = await start({}, {}, 5_000);
      const get = `GET /connect/token HTTP/1.1\r\n${host}\r\n`;
      expect(isStopping()).toBe(false);
      const stopped = server.stop();
      expect(isStopping()).toBe(true);
      expect(await exchange(server.port, get)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nConnection: close\r\n/i);
      vi.advanceTimersByTime(5_000);
      await stopped;
      await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
    } finally {
      vi.useRealTimers();
    }
  });

  it('cuts off unfinished requests after the time', async () => {
    const reached = createGate();
    const hang = () => {
      reached.open();
      return new Promise<never>(() => {});
    };
    const server = await start({ answer: hang }, { stopTimeoutMs: 50 });
    const answer = exchange(server.port, `GET /connect/token HTTP/1.1\r\n${host}\r\n`);
    await reached.opened;
    await server.stop();
    expect(await answer).toBe('');
  });
});
