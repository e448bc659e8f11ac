import type { Database } from '#lib/db/database';
import type { Prepared } from '#lib/db/prepared';

/**
 * The same database for one request, in which something else happens after its first prepared statement is answered:
 * the request has already found its object but has not changed anything yet.
 */
export function afterFirstRead(db: Database, happen: () => Promise<unknown>): Database {
  const { prepared } = db;
  let isFirst = true;
  const rows: Prepared['rows'] = async (statement, values) => {
    const found = await prepared.rows(statement, values);
    if (isFirst) {
      isFirst = false;
      await happen();
    }
    return found;
  };
  const slowed: Prepared = { ...prepared, rows };
  return new Proxy(db, { get: (target, name) => (name === 'prepared' ? slowed : Reflect.get(target, name)) });
}
