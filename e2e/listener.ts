import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The callback page of a program on this computer. */
export type Listener = { readonly uri: string; readonly stop: () => void };

/** Serves the callback page on a free port. It must be a real server, because interception does not see redirects. */
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
