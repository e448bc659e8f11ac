import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The page of a program on this computer that waits for an answer. */
export type Listener = { readonly uri: string; readonly stop: () => void };

/** Starts a program's own page on a free port. A redirect is followed by the browser itself, past every interception. */
export async function startListener(text: string): Promise<Listener> {
  const server = createServer((_, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    uri: `http://localhost:${port}/callback`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
