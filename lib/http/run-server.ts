import type { Server } from 'node:http';
import { singleton } from '#lib/singleton';

export type RunningServer = {
  /** The port it listens on. */
  readonly port: number;
  /** Drains, stops accepting, lets running requests finish, closes every connection. */
  readonly stop: () => Promise<void>;
};

type StopTimes = {
  /** How long it goes on accepting while `isStopping` tells load balancers to send nothing more. */
  readonly drainMs: number;
  /** How long it then waits for running requests before it cuts them off. */
  readonly timeoutMs: number;
};

const state = () => singleton('server', () => ({ stopping: false }));

/** Whether the server of this process was told to stop and should get no new requests. */
export function isStopping(): boolean {
  return state().stopping;
}

/** How often connections that became idle are closed while a stop waits. */
const closeIdleEveryMs = 25;

/**
 * Starts listening.
 * @throws when the address is taken or may not be used
 */
export async function runServer(
  server: Server,
  address: { host: string; port: number },
  times: StopTimes,
): Promise<RunningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => resolve(server.off('error', reject) && undefined));
  });
  state().stopping = false;
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
    stop: () => stopServer(server, times),
  };
}

/** A kept-alive connection ends as soon as its request is answered; Node would wait for its idle timeout. */
async function stopServer(server: Server, { drainMs, timeoutMs }: StopTimes): Promise<void> {
  await drain(server, drainMs);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/**
 * The operating system resets unaccepted connections when a listening socket closes. So the socket stays
 * open until load balancers have seen /health and send to another process.
 */
async function drain(server: Server, drainMs: number): Promise<void> {
  state().stopping = true;
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
}
