import type { Database } from '#lib/db/database';

type Happen = () => Promise<unknown>;

/**
 * The same database for one request, in which something else happens after the request has read the data for its
 * decision and before its first transaction begins.
 */
export function beforeTransaction(db: Database, happen: Happen): Database {
  return aroundTransaction(db, async (run) => {
    await happen();
    return run();
  });
}

/**
 * The same database for one request, in which something else happens after its first transaction is committed and
 * before the request goes on.
 */
export function afterTransaction(db: Database, happen: Happen): Database {
  return aroundTransaction(db, async (run) => {
    const result = await run();
    await happen();
    return result;
  });
}

/** @param first runs the first transaction */
function aroundTransaction(db: Database, first: (run: () => unknown) => Promise<unknown>): Database {
  let isFirst = true;
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== '$transaction' || typeof value !== 'function') return value;
      return async (...values: unknown[]) => {
        const run = () => Reflect.apply(value, target, values);
        if (!isFirst) return run();
        isFirst = false;
        return first(run);
      };
    },
  });
}
