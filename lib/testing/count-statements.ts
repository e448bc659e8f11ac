import type { Database } from '#lib/db/database';

/**
 * The same database, with a count of the operations on it: each raw statement and each operation of a model. The
 * stores' single-row operations without relations are one statement each.
 */
export function countStatements(db: Database): { readonly db: Database; readonly count: () => number } {
  let operations = 0;
  const counting = <T extends object>(target: T, isModel: boolean): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value === 'function' && (isModel || String(name).startsWith('$'))) {
          return (...values: unknown[]) => {
            operations += 1;
            return Reflect.apply(value, object, values);
          };
        }
        return !isModel && typeof value === 'object' && value !== null ? counting(value, true) : value;
      },
    });
  return { db: counting(db, false), count: () => operations };
}
