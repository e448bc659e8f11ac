import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { sendRequest } from './send-request';

const policy = { issuer: 'https://op.example', outboundAllow: ['127.0.0.1', 'rp.lan'] };
const asked = { policy, cause: 'keys' } as const;
/** Long enough even on a very busy machine. */
const limits = { connectMs: 30_000, totalMs: 30_000, bodyBytes: 1024 };
const short = { ...limits, connectMs: 100, totalMs: 200 };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler);
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return portOf(server);
}

function portOf(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

const get = (port: number, within = limits) =>
  sendRequest({ method: 'GET', url: `http://127.0.0.1:${port}/` }, { ...asked, limits: within });

describe('an outbound request', () => {
  it('posts a form and returns the answer unchanged', async () => {
    const port = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, headers } = request;
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }));
      });
    });
    const answer = await sendRequest(
      {
        method: 'POST',
        url: `http://127.0.0.1:${port}/x?y=z`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'a=é',
      },
      { ...asked, limits },
    );
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({
      method: 'POST',
      body: 'a=é',
      headers: { 'content-length': '4', 'accept-encoding': 'identity', host: `127.0.0.1:${port}` },
    });
  });

  it('connects to the address that was checked and looks the name up once (DNS rebinding, security #124)', async () => {
    const port = await listen((request, response) => response.end(request.headers.host));
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return lookups === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const answer = await sendRequest({ method: 'GET', url: `http://rp.lan:${port}/` }, { ...asked, limits, resolve });
    expect(answer.body).toBe(`rp.lan:${port}`);
    expect(lookups).toBe(1);
  });

  it('never opens a connection to a name that turns out to be private (security #124)', async () => {
    let asked = 0;
    const port = await listen((_, response) => {
      asked += 1;
      response.end();
    });
    const resolve = async () => ['127.0.0.1'];
    for (const url of ['https://rp.example/', 'https://rp.example:8443/', `https://127.0.0.1.nip.io:${port}/`]) {
      await expect(
        sendRequest({ method: 'GET', url }, { policy, cause: 'keys', limits, resolve }),
      ).rejects.toMatchObject({
        code: 'refused',
      });
    }
    expect(asked).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('follows no %i (security #124)', async (status) => {
    let asked = 0;
    const port = await listen((_, response) => {
      asked += 1;
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end();
    });
    await expect(get(port)).rejects.toMatchObject({ code: 'redirected' });
    expect(asked).toBe(1);
  });

  it('gives up on an answer that never comes, and on one that drips (security #125)', async () => {
    const silent = await listen(() => {});
    await expect(get(silent, short)).rejects.toMatchObject({ code: 'timeout' });
    const dripping = await listen((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      stops.push(() => clearInterval(timer));
    });
    await expect(get(dripping, short)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('gives up on a TLS handshake that does not proceed (security #125)', async () => {
    const server = createTcpServer(() => {});
    stops.push(() => server.close());
    const port = await portOf(server);
    const url = `https://127.0.0.1:${port}/`;
    await expect(sendRequest({ method: 'GET', url }, { ...asked, limits: short })).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  it('gives up on a lookup that does not end', async () => {
    const resolve = () => new Promise<never>(() => {});
    const request = { method: 'GET', url: 'https://rp.example/' } as const;
    await expect(sendRequest(request, { ...asked, limits: short, resolve })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('reads no more than the limit, announced or not (security #125)', async () => {
    const announced = await listen((_, response) => response.end('x'.repeat(1025)));
    await expect(get(announced)).rejects.toMatchObject({ code: 'too_large' });
    const endless = await listen((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', write);
      write();
    });
    await expect(get(endless)).rejects.toMatchObject({ code: 'too_large' });
    const exact = await listen((_, response) => response.end('x'.repeat(1024)));
    expect((await get(exact)).body).toHaveLength(1024);
  });

  it('unpacks nothing (security #125)', async () => {
    const port = await listen((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)));
    });
    await expect(get(port)).rejects.toMatchObject({ code: 'encoded' });
  });

  it('reports when no server listens or the answer is not HTTP', async () => {
    const port = await listen(() => {});
    for (const stop of stops.splice(0)) stop();
    await expect(get(port)).rejects.toMatchObject({ code: 'failed' });
    const server = createTcpServer((socket) => socket.end('hello\r\n\r\n'));
    stops.push(() => server.close());
    await expect(get(await portOf(server))).rejects.toMatchObject({ code: 'failed' });
  });
});
