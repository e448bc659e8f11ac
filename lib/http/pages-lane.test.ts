import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  arePagesLoaded,
  type PagesHandler,
  pagesForLater,
  restStoragesBetweenPages,
  visitPage,
  withOwnDate,
} from './pages-lane';

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
    // A page waits until its reader has room.
    if (!response.write('a'.repeat(100_000))) await once(response, 'drain');
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

describe('pages that are loaded after the process listens', () => {
  const request = { url: '/' } as IncomingMessage;
  const response = Object.assign(new EventEmitter(), { closed: true }) as unknown as ServerResponse;
  const { run, enterWith } = AsyncLocalStorage.prototype;
  afterEach(() => {
    Object.assign(AsyncLocalStorage.prototype, { run, enterWith });
  });

  it('are answered once they are loaded, and count as loaded once they are prepared', async () => {
    const done: string[] = [];
    const pages = pagesForLater(
      async () => {
        done.push('loaded');
        return async () => void done.push('answered');
      },
      async (handler) => {
        expect(arePagesLoaded()).toBe(false);
        await handler(request, response);
        done.push('prepared');
      },
    );
    const early = pages.handler(request, response);
    await setImmediate();
    expect(done).toEqual([]);
    await pages.load();
    await early;
    expect(done.sort()).toEqual(['answered', 'answered', 'loaded', 'prepared']);
    expect(arePagesLoaded()).toBe(true);
  });

  it('fail where they cannot be loaded', async () => {
    const broken = async () => {
      throw new Error('no build');
    };
    const pages = pagesForLater(broken, async () => {});
    const early = pages.handler(request, response);
    await Promise.all([pages.load(), early].map((one) => expect(one).rejects.toThrow('no build')));
  });
});

describe('the storages of pages between them', () => {
  const { run, enterWith } = AsyncLocalStorage.prototype;
  let storage: AsyncLocalStorage<string>;
  let pages: PagesHandler;
  let finish: () => void;

  beforeEach(async () => {
    storage = new AsyncLocalStorage();
    vi.spyOn(storage, 'disable');
    pages = await restStoragesBetweenPages(async () => async (request) => {
      await storage.run(String(request.url), async () => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        expect(storage.getStore()).toBe(request.url);
      });
      if (request.url === '/broken') throw new Error('no page');
    });
  });

  afterEach(() => {
    Object.assign(AsyncLocalStorage.prototype, { run, enterWith });
  });

  class FakeResponse extends EventEmitter {
    closed = false;
    close(): void {
      this.closed = true;
      this.emit('close');
    }
  }

  function open(url: string, response = new FakeResponse()) {
    const page = pages({ url } as IncomingMessage, response as unknown as ServerResponse);
    return { page, response, finish };
  }

  it('turns a storage off when its page was answered', async () => {
    const { page, response } = open('/a');
    finish();
    await page;
    await setImmediate();
    expect(storage.disable).not.toHaveBeenCalled();
    response.close();
    await setImmediate();
    expect(storage.disable).toHaveBeenCalledOnce();
  });

  it('keeps the storage for another page that is still running', async () => {
    const one = open('/a');
    const other = open('/b');
    one.finish();
    await one.page;
    one.response.close();
    await setImmediate();
    expect(storage.disable).not.toHaveBeenCalled();
    other.finish();
    await other.page;
    other.response.close();
    await setImmediate();
    expect(storage.disable).toHaveBeenCalledOnce();
  });

  it('turns it off when a page fails, and when the browser disconnected', async () => {
    const gone = new FakeResponse();
    gone.close();
    const { page } = open('/broken', gone);
    finish();
    await expect(page).rejects.toThrow('no page');
    await setImmediate();
    expect(storage.disable).toHaveBeenCalledOnce();
  });

  it('gives it to the next page again', async () => {
    for (const url of ['/a', '/b']) {
      const { page, response } = open(url);
      finish();
      await page;
      response.close();
      await setImmediate();
      expect(storage.getStore()).toBeUndefined();
    }
    expect(storage.disable).toHaveBeenCalledTimes(2);
  });
});

it('keeps the Date of the process while Next is loaded (decision 001)', async () => {
  const own = Date;
  await withOwnDate(async () => {
    Object.assign(globalThis, { Date: class extends own {} });
    Object.assign(own.prototype, { constructor: Date });
  });
  expect(Date).toBe(own);
  expect(new Date(0).constructor).toBe(own);
});
