import type { Database } from '#lib/db/database';
import type { Prepared } from '#lib/db/prepared';
import type { Write } from '#lib/db/step';

type Happen = () => Promise<unknown>;

/** Whether the steps can be refused. Counters of attempts are used before the data is read. */
const isDecided = (writes: readonly Write[]) =>
  writes.some(({ refusal }) => refusal !== null) &&
  !writes.some(({ statement, refusal }) => refusal !== null && statement.sqlite.includes('"RateLimit"'));

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
  const around = (run: () => unknown) => {
    if (!isFirst) return run();
    isFirst = false;
    return first(run);
  };
  const write: Prepared['write'] = async (writes) => {
    const run = () => db.prepared.write(writes);
    return (isDecided(writes) ? around(run) : run()) as ReturnType<typeof run>;
  };
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'prepared') return { ...db.prepared, write };
      if (name !== '$transaction' || typeof value !== 'function') return value;
      return async (...values: unknown[]) => around(() => Reflect.apply(value, target, values));
    },
  });
}
