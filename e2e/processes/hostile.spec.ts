import { connect } from 'node:net';
import { expect, test } from 'playwright/test';
import { type RawAnswer, readAnswer, sendRaw } from '#lib/testing/raw-http';
import {
  authorizeQuery,
  basic,
  endpointPaths,
  errorLines,
  form,
  formPaths,
  type HostileServer,
  headerOf,
  issuer,
  pagePaths,
  redirectUri,
  startHostileServer,
  submitPaths,
} from './hostile-server';

let server: HostileServer;
const metricsToken = 'metrics-token-of-this-test';

test.beforeAll(async () => {
  server = await startHostileServer({ env: { SIGNET_METRICS_TOKEN: metricsToken } });
});
test.afterAll(async () => {
  await server.stop();
  expect(errorLines(server.output()), 'nothing that was sent is an error of the server').toEqual([]);
});

const authorize = '/connect/authorize';
const token = '/connect/token';
const userinfo = '/connect/userinfo';
const machine = { ...form, authorization: basic('m2m') };

function errorIn(answer: RawAnswer): string | null {
  return new URL(headerOf(answer, 'location') ?? 'none:').searchParams.get('error');
}

function expectPage(answer: RawAnswer, status = 400): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.has('location')).toBe(false);
  expect(headerOf(answer, 'content-type')).toBe('text/html; charset=utf-8');
  expect(answer.body).not.toMatch(/<script|http-equiv="?refresh|href="https?:/i);
}

test.describe('parameters (security #9, #10, #13, #25)', () => {
  test('are refused if repeated in query, body, both or another spelling, at every endpoint', async () => {
    const rest = authorizeQuery({ state: undefined });
    const doubled = [
      { path: `${authorize}?${rest}&state=a&state=a` },
      { path: `${authorize}?${rest}&state=a&st%61te=a` },
      { path: authorize, method: 'POST', headers: form, body: `${rest}&state=a&state=b` },
      { path: `${authorize}?state=a`, method: 'POST', headers: form, body: `${rest}&state=a` },
    ];
    for (const request of doubled) expect(errorIn(await server.ask(request))).toBe('invalid_request');
    expectPage(await server.ask({ path: `${authorize}?${rest}&client_id=web` }));
    expectPage(await server.ask({ path: `${authorize}?${rest}&redirect_uri=${redirectUri}` }));
    for (const body of ['grant_type=client_credentials&grant_type=x', 'grant_type=client_credentials&a=1&%61=1']) {
      const answer = await server.ask({ path: token, method: 'POST', headers: machine, body });
      expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, 'invalid_request']);
    }
    const twice = await server.ask({
      path: userinfo,
      method: 'POST',
      headers: form,
      body: 'access_token=a&access_token=a',
    });
    expect(twice.status).toBe(400);
  });

  test('are ignored if unknown, empty or named like a member of Object.prototype', async () => {
    for (const more of [
      'foo=bar',
      'display=',
      'max_age=',
      'prompt',
      '__proto__=x',
      'constructor=x',
      'state%5B%5D=x',
      '&&',
    ]) {
      const answer = await server.ask({ path: `${authorize}?${authorizeQuery()}&${more}` });
      expect(headerOf(answer, 'location'), more).toMatch(/^https:\/\/op\.test\/login\?interaction=[\w-]{43}$/);
    }
  });

  test('return any characters in state unchanged, but no state that is too long', async () => {
    const states = [
      'x'.repeat(4096),
      '😀',
      '"><svg/onload=1>',
      'a&code=evil',
      'a\r\nSet-Cookie: x=1',
      '\u2028%00',
      'a+b c#d',
    ];
    for (const state of states) {
      const query = authorizeQuery({ prompt: 'none', state });
      const answer = await server.ask({ path: authorize, method: 'POST', headers: form, body: query });
      const { searchParams } = new URL(headerOf(answer, 'location') ?? '');
      const known = ['error', 'error_description', 'iss', 'session_state', 'state'];
      expect([...searchParams.keys()].filter((name) => !known.includes(name))).toEqual([]);
      expect(searchParams.get('state')).toBe(state);
      expect(answer.headers.has('set-cookie')).toBe(false);
    }
    const long = authorizeQuery({ prompt: 'none', state: 'x'.repeat(8193) });
    const answer = await server.ask({ path: authorize, method: 'POST', headers: form, body: long });
    expect(errorIn(answer)).toBe('invalid_request');
    expect(headerOf(answer, 'location')).not.toMatch(/[?&]state=/);
  });

  test('are refused unread with a scope of a megabyte, and without cost with one of 60 KB', async () => {
    const body = (bytes: number) =>
      `grant_type=client_credentials&scope=${'a '
        .repeat(bytes / 2)
        .trim()
        .replaceAll(' ', '+')}`;
    expect((await server.ask({ path: token, method: 'POST', headers: machine, body: body(1_000_000) })).status).toBe(
      413,
    );
    const answer = await server.ask({ path: token, method: 'POST', headers: machine, body: body(60_000) });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, 'invalid_scope']);
  });
});

test('an endpoint answers other methods with 405 and Allow, and JSON with 415 (security #11, #48)', async () => {
  const path = `${authorize}?${authorizeQuery()}`;
  for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
    const answer = await server.ask({ path, method });
    expect([answer.status, headerOf(answer, 'allow')], method).toEqual([405, expect.stringContaining('GET, ')]);
    for (const name of ['set-cookie', 'location', 'access-control-allow-origin'])
      expect(answer.headers.has(name)).toBe(false);
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const answer = await server.ask({ path: `${token}?grant_type=client_credentials`, method, headers: machine });
    expect([answer.status, headerOf(answer, 'allow')]).toEqual([405, 'POST']);
  }
  const json = { 'content-type': 'application/json' };
  expectPage(await server.ask({ path, method: 'POST', headers: json, body: '{"client_id":"web"}' }), 415);
  // The body of a GET is ignored, and only the query is read.
  const withBody = await server.ask({ path, headers: form, body: 'client_id=evil' });
  expect(headerOf(withBody, 'location')).toMatch(/\/login\?interaction=/);
});

test('a token is accepted only in the header or in the form of a POST (security #49)', async () => {
  const body = 'grant_type=client_credentials';
  const answer = await server.ask({ path: token, method: 'POST', headers: machine, body });
  const value: string = JSON.parse(answer.body).access_token;
  const bearer = { authorization: `Bearer ${value}` };
  const inForm = { method: 'POST', headers: form, body: `access_token=${value}` };
  // 403 shows that the token was read. It belongs to a machine client, for which UserInfo has no claims.
  const table: [number, Omit<Parameters<typeof server.ask>[0], 'path'> & { query?: string }][] = [
    [403, { headers: bearer }],
    [403, { headers: { authorization: `bEaReR ${value}` } }],
    [403, { headers: { authorization: `Bearer  ${value}` } }],
    [403, inForm],
    [401, { query: `?access_token=${value}` }],
    [401, { headers: form, body: `access_token=${value}` }],
    [401, { headers: { authorization: `Bearer ${value}, Bearer ${value}` } }],
    [401, { headers: { authorization: `Basic ${value}` } }],
    [401, { headers: { authorization: value } }],
    [401, { headers: { authorization: 'Bearer' } }],
    [401, { headers: { authorization: `Bearer ${value}%00` } }],
    [400, { ...inForm, headers: { ...form, ...bearer } }],
    [401, { method: 'POST', headers: { 'content-type': 'application/json' }, body: `{"access_token":"${value}"}` }],
  ];
  for (const [status, { query = '', ...request }] of table) {
    const refused = await server.ask({ ...request, path: userinfo + query });
    expect(refused.status, JSON.stringify(request)).toBe(status);
    expect(headerOf(refused, 'cache-control')).toContain('no-store');
  }
});

test.describe('bytes that are not text get no 5xx (security #147)', () => {
  const broken = ['%', '%zz', '%E0%A4%A', '%00', '%u0041', '%C0%80', '%ED%A0%80', '%FF', '\0', '\xff', '\xc0\xaf'];
  const gets = [...pagePaths, ...endpointPaths, ...submitPaths, '/nowhere'];
  const posts = [...formPaths, '/login', '/nowhere'];

  /** Half of the paths, and the other half for the next bytes, because pages take the longest. */
  const someOf = (paths: readonly string[], bytes: string) =>
    paths.filter((_, index) => index % 2 === broken.indexOf(bytes) % 2);

  const expectCalm = (answer: RawAnswer, what: string) => {
    expect(answer.status, what).toBeGreaterThanOrEqual(200);
    expect(answer.status, what).toBeLessThan(500);
  };

  test('in the path and the query', async () => {
    for (const bytes of broken) {
      expect((await server.ask({ path: `/login${bytes}` })).status, bytes).toBeGreaterThanOrEqual(400);
      for (const path of someOf(gets, bytes)) {
        const query = `interaction=${bytes}&client_id=${bytes}&token=${bytes}&${bytes}=x`;
        expectCalm(await server.ask({ path: `${path}?${query}` }), `${path} ${bytes}`);
      }
    }
  });

  test('in a form', async () => {
    for (const bytes of broken) {
      for (const path of posts) {
        const headers = { ...form, origin: issuer };
        const answer = await server.ask({
          path,
          method: 'POST',
          headers,
          body: `client_id=${bytes}&interaction=${bytes}`,
        });
        expectCalm(answer, `${path} ${bytes}`);
        expect(answer.status, `${path} ${bytes}`).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('in cookies, credentials and other headers', async () => {
    const names = [
      'cookie',
      'authorization',
      'origin',
      'accept-language',
      'user-agent',
      'referer',
      'content-type',
      'if-none-match',
    ];
    const flow = (bytes: string) =>
      `__Host-signet=${bytes}; __Host-signet-flow=${bytes}; ${bytes}=1; __Host-signet-demo=${bytes}`;
    for (const bytes of broken) {
      const pair = Buffer.from(`m2m:${bytes}`, 'latin1').toString('base64');
      const paths = [...someOf(pagePaths, bytes), `${authorize}?${authorizeQuery()}`, ...endpointPaths];
      for (const path of paths) {
        expectCalm(await server.ask({ path, headers: { cookie: flow(bytes) } }), `${path} ${bytes}`);
      }
      for (const name of names) {
        const value = name === 'authorization' ? `Bearer ${bytes}` : bytes;
        expectCalm(await server.ask({ path: userinfo, headers: { [name]: value } }), `${name} ${bytes}`);
        expectCalm(await server.ask({ path: '/login', headers: { [name]: value } }), `${name} ${bytes}`);
      }
      const request = { path: token, method: 'POST', body: 'grant_type=client_credentials' };
      for (const authorization of [`Basic ${pair}`, `Basic ${bytes}`, `Basic ${pair}${bytes}`]) {
        const answer = await server.ask({ ...request, headers: { ...form, authorization } });
        expect([400, 401], `${authorization}`).toContain(answer.status);
      }
    }
  });

  test('in a request that is not HTTP', async () => {
    const lines = [
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ];
    const headers = [
      'X\0: a',
      ': a',
      'X a',
      'Content-Length: -1',
      'Content-Length: 1e3',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: chunked, chunked',
    ];
    for (const line of lines) expect((await sendRaw(server.port, line)).status, JSON.stringify(line)).toBe(400);
    for (const header of headers) {
      const answer = await sendRaw(server.port, `POST ${token} HTTP/1.1\r\nHost: op.test\r\n${header}\r\n\r\n`);
      expect(answer.status, header).toBe(400);
    }
  });
});

test('another spelling of an address reaches no endpoint (security #154)', async () => {
  const spellings = (path: string) => [
    `${path}/`,
    `${path};x`,
    `${path}/.`,
    `${path}%2f`,
    `${path}%20`,
    `${path}.rsc`,
    `${path}.json`,
    `${path}.segments/_tree.segment.rsc`,
    `/_next/data/x${path}.json`,
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `/%2e${path}`,
    `/${path}`,
    `/\\${path}`,
    `/en${path}`,
    path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    path.replace(/\/([a-z])/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  ];
  for (const path of [...endpointPaths, '/login', '/logout', '/demo']) {
    for (const spelling of spellings(path)) {
      // With a slash at the end it is the same page.
      if (spelling === '/logout/' || spelling === '/demo/') continue;
      expect([400, 404], spelling).toContain((await server.ask({ path: spelling })).status);
    }
  }
  for (const spelling of spellings('/connect/token')) {
    const answer = await server.ask({
      path: spelling,
      method: 'POST',
      headers: machine,
      body: 'grant_type=client_credentials',
    });
    expect([400, 404, 405], spelling).toContain(answer.status);
    expect(answer.body).not.toContain('access_token');
  }
});

test.describe('a request that is too large (security #145)', () => {
  const posts = [...formPaths, '/login'];
  const megabyte = 1024 * 1024;
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: op.test\r\nOrigin: ${issuer}\r\nContent-Type: ${form['content-type']}\r\n`;

  test('gets 413 before any of a body is sent that is announced as too large', async () => {
    const announced = posts.flatMap((path) =>
      [2, 10, 100].map((megabytes) => `${head(path)}Content-Length: ${megabytes * megabyte}\r\n\r\n`),
    );
    const answers = await Promise.all(announced.map((request) => sendRaw(server.port, request)));
    expect(answers.map(({ status }) => status)).toEqual(announced.map(() => 413));
  });

  test('gets 3xx or 4xx for a body of a megabyte', async () => {
    for (const path of posts) {
      const headers = { ...form, origin: issuer };
      const answer = await server.ask({ path, method: 'POST', headers, body: 'a'.repeat(megabyte) });
      expect(answer.status, path).toBeGreaterThanOrEqual(300);
      expect(answer.status, path).toBeLessThan(500);
    }
  });

  test('is cut off at constant memory for bodies of 10 and 100 MB, announced or not', async () => {
    const before = await residentMegabytes();
    for (const path of posts) {
      for (const megabytes of [10, 100]) {
        for (const chunked of [false, true]) {
          const { answer, sent } = await flood(path, megabytes * megabyte, chunked);
          // A client that keeps sending may lose the answer because the connection is reset.
          expect([0, 413], path).toContain(answer.status);
          // At most the size of the buffers of the two sockets.
          if (megabytes === 100) expect(sent, path).toBeLessThan(20 * megabyte);
        }
      }
    }
    expect((await residentMegabytes()) - before).toBeLessThan(64);
  });

  test('gets 431 for headers over 32 KB and 414 for an address over its limit', async () => {
    for (const [path, limit] of [
      ['/', 8],
      [token, 8],
      [authorize, 24],
    ] as const) {
      const cookie = `a=${'x'.repeat(64 * 1024)}`;
      expect((await server.ask({ path, headers: { cookie } })).status).toBe(431);
      expect((await server.ask({ path: `${path}?${'x'.repeat(limit * 1024)}` })).status).toBe(414);
      expect((await server.ask({ path: `${path}?${'x'.repeat(33 * 1024)}` })).status).toBe(431);
      const many = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`x-${index}`, 'y']));
      expect((await server.ask({ path, headers: many })).status).toBe(431);
    }
  });

  async function residentMegabytes(): Promise<number> {
    const { body } = await server.ask({ path: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]) / megabyte;
  }

  /** Sends as fast as the connection allows, until the server closes it. */
  async function flood(path: string, bytes: number, chunked: boolean) {
    const socket = connect(server.port, '127.0.0.1');
    const piece = 'a'.repeat(64 * 1024);
    let left = bytes / piece.length;
    const pump = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(chunked ? `10000\r\n${piece}\r\n` : piece)) return;
      }
    };
    socket.on('drain', pump).once('connect', pump);
    socket.write(`${head(path)}${chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`}\r\n\r\n`);
    return { answer: await readAnswer(socket), sent: socket.bytesWritten };
  }
});
