import { AsyncLocalStorage } from 'node:async_hooks';
import type { PagesHandler } from './pages-lane';

/**
 * Disables the storages that pages use while no page is being answered. Before Node 24, an AsyncLocalStorage that was
 * used once keeps hooks on every promise of the process. That made a token request cost a quarter more after the first
 * page (docs/decisions/001-structure.md). A storage enables itself again when it is used.
 * @param load creates the handler; the storages that it and its pages use are collected from here on
 */
export async function restStoragesBetweenPages(load: () => Promise<PagesHandler>): Promise<PagesHandler> {
  const storages = new Set<AsyncLocalStorage<unknown>>();
  noteUse(storages);
  const handler = await load();
  let underWay = 0;
  return async (request, response) => {
    underWay += 1;
    const closed = response.closed || new Promise((resolve) => response.once('close', resolve));
    try {
      await handler(request, response);
    } finally {
      // A page that is still being sent counts as running.
      void Promise.resolve(closed).then(() => {
        underWay -= 1;
        if (underWay === 0) for (const storage of storages) storage.disable();
      });
    }
  };
}

function noteUse(storages: Set<AsyncLocalStorage<unknown>>): void {
  const { prototype } = AsyncLocalStorage;
  for (const name of ['run', 'enterWith'] as const) {
    const original: (...given: never[]) => unknown = prototype[name];
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value: function (this: AsyncLocalStorage<unknown>, ...given: unknown[]) {
        storages.add(this);
        return Reflect.apply(original, this, given);
      },
    });
  }
}
