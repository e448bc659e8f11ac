import { createServer, type Server } from 'node:http';
import { singleton } from '#lib/singleton';

export type RunningServer = {
  /** The port that the server listens on. */
  readonly port: number;
  /** Drains, stops accepting, lets running requests finish, and closes every connection. */
  readonly stop: () => Promise<void>;
};

type StopTimes = {
  /** How long the server continues to accept while `isStopping` tells load balancers to send nothing more. */
  readonly drainMs: number;
  /** How long it then waits for running requests before it aborts them. */
  readonly timeoutMs: number;
};

const state = () => singleton('server', () => ({ stopping: false }));

/** Whether the server of this process is stopping and should get no new requests. */
export function isStopping(): boolean {
  return state().stopping;
}

/** While a stop waits, idle connections are closed this often. */
const closeIdleEveryMs = 25;

/**
 * Starts listening.
 * @throws ListenError (code `cannot_listen`) if the address is taken or not allowed
 */
export async function runServer(
  server: Server,
  address: { host: string; port: number },
  times: StopTimes,
): Promise<RunningServer> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ListenError(address.host, address.port, error.code ?? 'unknown reason', { cause: error }));
    server.once('error', fail);
    server.listen(address, () => resolve(server.off('error', fail) && undefined));
  });
  state().stopping = false;
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
    stop: () => stopServer(server, times),
  };
}

/**
 * Checks that a server could listen, without serving anything.
 * @throws like runServer()
 */
export async function checkListenAddress(address: { host: string; port: number }): Promise<void> {
  const { stop } = await runServer(createServer(), address, { drainMs: 0, timeoutMs: 0 });
  await stop();
}

/** Closes a kept-alive connection as soon as its request is answered. Node would wait for its idle timeout. */
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
 * When a listening socket closes, the operating system resets unaccepted connections. So the socket stays open until
 * load balancers have seen /health and send to another process.
 */
async function drain(server: Server, drainMs: number): Promise<void> {
  state().stopping = true;
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
}

/** Thrown if a server cannot listen on its address: it is taken, not allowed, or not of this machine. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'cannot_listen';

  constructor(
    readonly host: string,
    readonly port: number,
    /** The code of the system, for example `EADDRINUSE`. */
    readonly reason: string,
    options: ErrorOptions,
  ) {
    super(`cannot listen on ${host}:${port} (${reason})`, options);
  }
}

/** Compares the name, because each bundle contains its own copy of the class. */
export function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && error.name === 'ListenError';
}
