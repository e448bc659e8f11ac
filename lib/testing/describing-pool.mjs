import pg from 'pg';

/** PostgreSQL's internal one-letter type, which only its catalog uses. Prisma's adapter cannot read it. */
const charType = 18;
const textType = 25;

/**
 * A pool with which Prisma's schema engine can read PostgreSQL's catalog: one-letter columns are shown as text.
 * @param {string} connectionString
 * @returns {pg.Pool}
 */
export function createDescribingPool(connectionString) {
  const pool = new pg.Pool({ connectionString });
  const query = pool.query.bind(pool);
  const describe = async (/** @type {pg.QueryConfig} */ config) => {
    const result = await query(config);
    for (const field of result.fields) if (field.dataTypeID === charType) field.dataTypeID = textType;
    return result;
  };
  return Object.assign(pool, { query: describe });
}
