import type { Database } from '#lib/db/database';

/**
 * The same database for one request, in which something else happens after its first transaction is committed and
 * before the request goes on.
 */
export function afterTransaction(db: Database, happen: () => Promise<unknown>): Database {
  let isFirst = true;
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== '$transaction' || typeof value !== 'function') return value;
      return async (...values: unknown[]) => {
        const result: unknown = await Reflect.apply(value, target, values);
        if (isFirst) {
          isFirst = false;
          await happen();
        }
        return result;
      };
    },
  });
}
