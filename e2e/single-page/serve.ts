import { createServer } from 'node:http';
import { build } from 'esbuild';

export type SinglePage = { readonly origin: string; readonly close: () => void };

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Single page</title><link rel="icon" href="data:,"></head>
<body><button id="sign-in">Sign in</button><button id="renew">Renew</button><button id="sign-out">Sign out</button>
<pre id="result"></pre><script type="module" src="/app.js"></script></body></html>`;

/**
 * Serves the application on its own origin.
 * @param authority the issuer it signs in with
 */
export async function serveSinglePage(port: number, authority: string, clientId: string): Promise<SinglePage> {
  const { outputFiles } = await build({
    entryPoints: ['e2e/single-page/app.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  const [script] = outputFiles;
  const files = new Map([
    ['/app.js', { type: 'text/javascript', body: script?.text ?? '' }],
    ['/settings.json', { type: 'application/json', body: JSON.stringify({ authority, client_id: clientId }) }],
  ]);
  const page = { type: 'text/html; charset=utf-8', body: html };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', authority);
    const { type, body } = files.get(pathname) ?? page;
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
