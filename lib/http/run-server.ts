import type { Server } from 'node:http';

export type RunningServer = {
  /** The port it listens on. */
  readonly port: number;
  /** Stops accepting, lets running requests finish, closes every connection. */
  readonly stop: () => Promise<void>;
};

/** How often connections that became idle are closed while a stop waits. */
const closeIdleEveryMs = 25;

/**
 * Starts listening.
 * @param stopTimeoutMs how long a stop waits for running requests before it cuts them off
 * @throws when the address is taken or may not be used
 */
export async function runServer(
  server: Server,
  address: { host: string; port: number },
  stopTimeoutMs: number,
): Promise<RunningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => resolve(server.off('error', reject) && undefined));
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
    stop: () => stopServer(server, stopTimeoutMs),
  };
}

/** A kept-alive connection ends as soon as its request is answered; Node alone would wait for its idle timeout. */
async function stopServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
