import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultLimits } from './limits';
import type { PagesHandler } from './pages-lane';
import { type RunningServer, runServer } from './run-server';
import { createTwoLaneServer, type ServedRequest } from './server';

const running: RunningServer[] = [];
const served: ServedRequest[] = [];

afterEach(async () => {
  served.length = 0;
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

const row = { path: '/connect/endsession', methods: ['GET'], maxBodyBytes: 100, audience: 'browser' } as const;

/** A server with this handler for pages. */
async function start(pages: PagesHandler): Promise<string> {
  const server = createTwoLaneServer({
    issuer: 'https://id.example.com',
    limits: { ...defaultLimits, stopTimeoutMs: 1_000 },
    proxies: [],
    mtls: null,
    headers: { 'x-content-type-options': 'nosniff' },
    isMtlsPath: () => false,
    findEndpoint: (path) => (path === row.path ? row : undefined),
    fastLane: false,
    answer: async () => ({ status: 200, headers: {}, body: '' }),
    pages,
    observe: (request) => served.push(request),
    explain: (incoming) => () => incoming.requestId,
    onError: (error) => {
      throw error;
    },
  });
  const started = await runServer(server, { host: '127.0.0.1', port: 0 }, { drainMs: 0, timeoutMs: 1_000 });
  running.push(started);
  return `http://127.0.0.1:${started.port}`;
}

/** The bytes as they were sent. Node's fetch would decode them. */
async function ask(address: string, init: RequestInit = {}) {
  const { request } = await import('node:http');
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    request(address, { method: init.method ?? 'GET', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const policy = "default-src 'none'; script-src 'nonce-n0nce'";
const html =
  '<html><head><title>Ä</title></head><body><p>Hello<!-- --></p><script>self.__next_f.push(0)</script></body></html>';

/** Like Next: sets the headers and pipes the body. */
const page: PagesHandler = async (_request, response) => {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/html; charset=utf-8').setHeader('content-security-policy', policy);
  response.setHeader('vary', 'rsc').setHeader('etag', '"of the framework"');
  const bytes = Buffer.from(html);
  // In the middle of a character.
  const middle = bytes.indexOf(0xc3) + 1;
  response.write(bytes.subarray(0, middle));
  response.flushHeaders();
  response.write(new Uint8Array(bytes.subarray(middle)), () => response.end());
};

describe('a page of the framework', () => {
  it.each([
    ['/login', 'people'],
    ['/administrator', 'people'],
  ])('is sent as a document: %s with the module of %s, whole, and compressed if that is wanted', async (path, name) => {
    const origin = await start(page);
    const plain = await ask(origin + path);
    const text = plain.body.toString();
    expect(text).toMatch(
      new RegExp(
        `^<html><head><title>Ä</title><script type="module" src="/_signet/${name}-[A-Z0-9]{8}.js" nonce="n0nce"></script></head>` +
          '<body><p>Hello</p></body></html>$',
      ),
    );
    expect(plain.headers).toMatchObject({ 'content-length': String(plain.body.length), vary: 'rsc, accept-encoding' });
    expect(plain.headers).not.toHaveProperty('etag');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await ask(origin + path, { headers: { 'accept-encoding': encoding } });
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(packed.body.length),
        vary: 'rsc, accept-encoding',
        'x-content-type-options': 'nosniff',
      });
      expect(decode(packed.body).toString()).toBe(text);
    }
  });

  it('has only headers for HEAD', async () => {
    const origin = await start(async (_request, response) => {
      response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy).end();
    });
    const answer = await ask(`${origin}/login`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-security-policy': policy } });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('has no body with a redirect', async () => {
    const origin = await start(async (_request, response) => {
      response.writeHead(307, { location: '/login', 'content-type': 'text/html' });
      response.end('<html><head><meta http-equiv="refresh" content="1;url=/login"></head></html>');
    });
    const answer = await ask(`${origin}/account`, { headers: { 'accept-encoding': 'br' } });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/login', 'content-length': '0' } });
  });

  it('keeps the arguments of writeHead, cookies too', async () => {
    const origin = await start(async (_request, response) => {
      response.setHeader('x-kept', 'a').setHeader('x-replaced', 'a');
      response.writeHead(404, [
        'content-type',
        'text/html',
        'set-cookie',
        'a=1',
        'set-cookie',
        'b=2',
        'x-replaced',
        'b',
      ]);
      response.end('<p>nothing</p>', 'utf8');
    });
    const answer = await ask(`${origin}/nowhere`);
    expect(answer.status).toBe(404);
    expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-kept': 'a', 'x-replaced': 'b' });
    expect(answer.body.toString()).toBe('<p>nothing</p>');
  });
});

describe('another answer of the framework', () => {
  it('is compressed if it is text, and unchanged otherwise', async () => {
    const style = 'a{color:red}'.repeat(100);
    const file: PagesHandler = async (request, response) => {
      const type = request.url?.endsWith('.css') ? 'text/css; charset=UTF-8' : 'image/png';
      response.setHeader('content-type', type).setHeader('content-length', style.length).setHeader('etag', 'W/"1"');
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      response.end(style);
    };
    const origin = await start(file);
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(`${origin}/_next/static/a.css`, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers).toMatchObject({
        'content-encoding': 'br',
        'content-length': String(answer.body.length),
        vary: 'accept-encoding',
        etag: 'W/"1"',
      });
      expect(brotliDecompressSync(answer.body).toString()).toBe(style);
    }
    const picture = await ask(`${origin}/icon.png`, { headers: { 'accept-encoding': 'br' } });
    expect(picture.headers).not.toHaveProperty('content-encoding');
    expect(picture.body.toString()).toBe(style);
  });

  it('is a part of the file if a part was asked for, and not compressed (RFC 9110 §14.2)', async () => {
    const origin = await start(async (_, response) => {
      response.statusCode = 206;
      response.setHeader('content-type', 'text/css').setHeader('content-range', 'bytes 0-3/100');
      response.setHeader('cache-control', 'public, max-age=31536000, immutable').end('a{co');
    });
    const answer = await ask(`${origin}/_next/static/a.css`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).toBe(206);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.body.toString()).toBe('a{co');
  });

  it('is streamed if it is not a page, and not started after 304', async () => {
    const origin = await start(async (request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304, { etag: '"1"', 'content-type': 'text/css' }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).write('first ', () => response.end('second'));
    });
    expect((await ask(`${origin}/_next/x.txt`)).headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    const unchanged = await ask(`${origin}/_next/a.css`, { headers: { 'if-none-match': '"1"' } });
    expect(unchanged).toMatchObject({ status: 304, headers: { etag: '"1"' } });
    expect(unchanged.headers).not.toHaveProperty('content-length');
  });

  it('of an endpoint keeps the script that its own policy allows', async () => {
    const origin = await start(async (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<script>1</script>');
    });
    expect((await ask(origin + row.path)).body.toString()).toBe('<script>1</script>');
  });
});

describe('a module of the pages', () => {
  const nothing: PagesHandler = async (_request, response) => {
    response.writeHead(404).end();
  };

  async function findModule(origin: string, path = '/login'): Promise<string> {
    const pages = await start(page);
    return origin + (/src="([^"]+)"/.exec((await ask(pages + path)).body.toString())?.[1] ?? '');
  }

  it('is cached forever by its address, compressed, and not sent again to a browser that has it', async () => {
    const address = await findModule(await start(nothing));
    const plain = await ask(address);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(plain.body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    const packed = await ask(address, { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(packed.body.length) });
    expect(brotliDecompressSync(packed.body)).toEqual(plain.body);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const { etag } = packed.headers;
    for (const condition of [String(etag), `"x", W/${etag}`, '*']) {
      const again = await ask(address, { headers: { 'accept-encoding': 'br', 'if-none-match': condition } });
      expect(again).toMatchObject({ status: 304, headers: { etag }, body: Buffer.alloc(0) });
    }
    const head = await ask(address, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(head).toMatchObject({ headers: { 'content-length': String(packed.body.length) }, body: Buffer.alloc(0) });
    expect(served.at(-1)).toMatchObject({ status: 200, endpoint: null });
  });

  it('names the files that it loads later, which there are', async () => {
    const origin = await start(nothing);
    const { body } = await ask(await findModule(origin));
    const later = body.toString().match(/\w+-[A-Z0-9]{8}\.js/g) ?? [];
    expect(later.length).toBeGreaterThan(0);
    for (const file of later) expect((await ask(`${origin}/_signet/${file}`)).status).toBe(200);
  });

  it('is found only by its whole address and by GET', async () => {
    const origin = await start(nothing);
    const address = await findModule(origin);
    expect((await ask(address, { method: 'POST' })).status).toBe(405);
    for (const path of ['/_signet/people.js', '/_signet/__proto__', '/_signet/']) {
      expect((await ask(origin + path)).status, path).toBe(404);
    }
  });
});
