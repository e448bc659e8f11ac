import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { startServer } from './running-server';

/** A server process of the production build behind a proxy, on an existing database. */
export type ServedBuild = {
  /** Sends a request like the proxy, which puts the address of the client first. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  readonly setClock: (now: Date) => void;
  /** Makes the server read the configuration again. */
  readonly useConfiguration: (now: Date) => Promise<void>;
  /** Waits until the server has written its delayed rows: explanations and traces. */
  readonly flush: () => Promise<void>;
  /** The security events in its log, oldest first. */
  readonly events: () => unknown[];
  readonly close: () => Promise<void>;
};

type Place = {
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly now: Date;
};

/** Longer than the writers of explanations and traces wait. */
const flushMs = 2500;

let sent = 0;

/** The number of requests that this process has sent to production builds. */
export function countSentRequests(): number {
  return sent;
}

/** Starts the server. Its clock stands still until it is set. */
export async function serveBuild({ databaseUrl, issuer, environment, now }: Place): Promise<ServedBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'signet-served-'));
  const clock = join(folder, 'clock');
  const setClock = (time: Date) => {
    writeFileSync(`${clock}.new`, String(time.getTime()));
    // Replaced in one step, because the server may read it at any time.
    renameSync(`${clock}.new`, clock);
  };
  setClock(now);
  const server = await startServer({
    folder,
    env: {
      HOST: '127.0.0.1',
      SIGNET_TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
      DATABASE_URL: databaseUrl,
      SIGNET_ISSUER: issuer,
      SIGNET_LOG_LEVEL: 'warn',
      TEST_CLOCK: clock,
    },
    nodeArguments: ['--import', './lib/testing/fixed-clock.mjs'],
  });
  const agent = new Agent({ keepAlive: true });
  return {
    send: (request) => {
      sent += 1;
      return ask(request, { port: server.port, host: new URL(issuer).host, agent });
    },
    setClock,
    useConfiguration: async (time) => {
      // The server reads a configuration again if it is older than a second, in both directions of the clock.
      for (const at of [new Date(time.getTime() + 60_000), time]) {
        setClock(at);
        await (await fetch(`http://127.0.0.1:${server.port}/.well-known/openid-configuration`)).text();
      }
    },
    flush: () => new Promise((resolve) => setTimeout(resolve, flushMs)),
    events: () => securityEvents(server.output()),
    close: async () => {
      agent.destroy();
      await server.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ask(
  { method, path, query, headers, body, bytes, clientAddress }: HttpRequest,
  { port, host, agent }: { port: number; host: string; agent: Agent },
): Promise<HttpResponse> {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const content = bytes ?? Buffer.from(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, agent, method, path: query === '' ? path : `${path}?${query}` };
    const own = {
      host,
      'x-forwarded-for': clientAddress,
      ...(content.length > 0 && { 'content-length': content.length }),
    };
    startRequest({ ...options, headers: { ...Object.fromEntries(given), ...own } }, resolve)
      .once('error', reject)
      .end(content);
  });
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: text };
}

/** Without the headers of the connection and of the single request, which no handler sets. */
function headersOf(answer: IncomingMessage): HttpResponse['headers'] {
  const notOurs = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];
  return Object.fromEntries(
    Object.entries(answer.headersDistinct)
      .filter(([name]) => !notOurs.includes(name))
      .map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function securityEvents(output: string): unknown[] {
  return output.split('\n').flatMap((line) => {
    if (!line.includes('"security"')) return [];
    const { level: _, time: _time, pid: _pid, hostname: _host, msg, requestId: _request, ...fields } = JSON.parse(line);
    return msg === 'security' ? [fields] : [];
  });
}
