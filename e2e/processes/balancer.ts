import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  readonly origin: string;
  /** Requests whose connection was closed after a process had accepted them. */
  readonly cut: readonly string[];
  readonly close: () => Promise<void>;
};

/** A minimal load balancer: each request goes to the next port, or to another one if nothing listens there. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const cut: string[] = [];
  let turn = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    turn += 1;
    const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    await forward({ request, body: Buffer.concat(chunks), response }, order, cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Forwarded = { readonly request: IncomingMessage; readonly body: Buffer; readonly response: ServerResponse };

async function forward(forwarded: Forwarded, order: readonly number[], cut: string[]): Promise<void> {
  const [port, ...others] = order;
  const { request, response } = forwarded;
  if (port === undefined) {
    cut.push(`${request.method} ${request.url}: nobody is ready`);
    response.writeHead(502).end();
    return;
  }
  if (!(await isReady(port))) return forward(forwarded, others, cut);
  const outcome = await ask(forwarded, port);
  if (outcome !== 'answered') {
    cut.push(`${request.method} ${request.url}: ${outcome}`);
    response.destroy();
  }
}

function ask({ request, body, response }: Forwarded, port: number): Promise<string> {
  const { method, url: path, headers } = request;
  return new Promise((resolve) => {
    const upstream = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      answer.once('end', () => resolve('answered'));
      answer.once('error', (error) => resolve(error.message));
    });
    upstream.once('error', (error) => resolve(error.message));
    upstream.end(body);
  });
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    send({ host: '127.0.0.1', port, path: '/health', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    })
      .once('error', () => resolve(false))
      .end();
  });
}
