import { createServer } from 'node:http';
import { freePort } from './running-server';

/** A foreign site with the content of a test. */
export type AttackerSite = {
  /** Its addresses: another origin of the same site, whose requests carry SameSite=Lax cookies, and another site. */
  readonly origins: readonly [sameSite: string, crossSite: string];
  /** What every address of it answers from now on. */
  readonly show: (html: string) => void;
  readonly close: () => Promise<void>;
};

export async function startAttackerSite(): Promise<AttackerSite> {
  const port = await freePort();
  let page = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${page}`);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    show: (html) => {
      page = html;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
