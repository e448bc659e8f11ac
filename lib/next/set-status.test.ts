import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { replaceFailedPage } from '#lib/http/guard-pages';
import { responseStorage } from '#lib/http/response-storage';
import { setStatus } from './set-status';

const server = createServer((request, response) => {
  const [said, became] = (request.url ?? '').slice(1).split('/').map(Number);
  replaceFailedPage(response, () => response.end('in words'));
  responseStorage().run(response, () => setStatus(said ?? 0));
  response.statusCode = became ?? 0;
  response.setHeader('content-type', 'text/html').end('of the page');
});
afterEach(() => {
  server.close();
});

it.each([
  ['a page that says 404 and then fails', '404/500', 'in words'],
  ['a page that says 503 and then fails', '503/500', 'in words'],
  ['a page that says 404', '404/404', 'of the page'],
  ['a page that itself says 500', '500/500', 'of the page'],
])('%s', async (_name, path, text) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  expect(await (await fetch(`http://127.0.0.1:${port}/${path}`)).text()).toBe(text);
});
