import { expect, it } from 'vitest';
import type { PagesHandler } from './pages-lane';
import { visitPage } from './visit-page';

const parts = { issuer: 'https://id.test', proxies: [], mtls: null };

it('requests a page like a browser without cookies, and waits until its answer has ended', async () => {
  const asked: object[] = [];
  let isClosed = false;
  const handler: PagesHandler = async ({ method, url, headers }, response) => {
    const { host, cookie } = headers;
    asked.push({ method, url, host, cookie });
    response.once('close', () => {
      isClosed = true;
    });
    response.writeHead(303, { location: '/login' });
    response.write('a'.repeat(100_000));
    response.end('b');
  };
  expect(await visitPage('/admin', handler, parts)).toBe(303);
  expect(asked).toEqual([{ method: 'GET', url: '/admin', host: 'id.test', cookie: undefined }]);
  expect(isClosed).toBe(true);
});

it('fails where the page does', async () => {
  const failing = async () => {
    throw new Error('no such module');
  };
  await expect(visitPage('/admin', failing, parts)).rejects.toThrow('no such module');
});
