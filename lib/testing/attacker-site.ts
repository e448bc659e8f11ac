import { createServer } from 'node:http';
import { freePort } from './running-server';

/** A third-party site whose content a test sets. */
export type AttackerSite = {
  /**
   * The addresses of the site: another origin on the same site, whose requests carry SameSite=Lax cookies, and another
   * site.
   */
  readonly origins: readonly [sameSite: string, crossSite: string];
  /** Sets the answer of all its addresses. */
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
