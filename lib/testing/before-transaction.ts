import type { Database } from '#lib/db/database';

/**
 * The same database for one request, in which something else happens after the request has read the data for its
 * decision and before its first transaction begins.
 */
export function beforeTransaction(db: Database, happen: () => Promise<unknown>): Database {
  let isFirst = true;
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== '$transaction' || typeof value !== 'function') return value;
      return async (...values: unknown[]) => {
        if (isFirst) {
          isFirst = false;
          await happen();
        }
        return Reflect.apply(value, target, values);
      };
    },
  });
}
