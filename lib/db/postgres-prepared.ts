import type pg from 'pg';
import type { Prepared, Step } from './prepared';
import { retryConflicts } from './retry';
import type { DriverRow, Statement, Values } from './statement';

/** Prepared statements on the connections of a pool. */
export function preparedOnPostgres(pool: pg.Pool): Prepared {
  return {
    dialect: 'postgresql',
    async rows(statement, values) {
      const { rows } = await retryConflicts(() => pool.query<DriverRow>(toQuery(statement, values)));
      return rows.map(statement.read);
    },
    steps: (steps) => retryConflicts(() => runSteps(pool, steps)),
  };
}

async function runSteps(pool: pg.Pool, steps: readonly Step[]): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const failed = await firstIdle(client, steps);
    await client.query(failed === null ? 'COMMIT' : 'ROLLBACK');
    client.release();
    return failed;
  } catch (error) {
    // The connection goes with its open transaction: it may be the reason, and then it cannot roll back.
    client.release(true);
    throw error;
  }
}

async function firstIdle(client: pg.PoolClient, steps: readonly Step[]): Promise<number | null> {
  for (const [index, [statement, values]] of steps.entries()) {
    const { rowCount } = await client.query(toQuery(statement, values));
    if (rowCount === 0) return index;
  }
  return null;
}

/** Every column as the text the server sends: what it means, the statement's reader knows. */
const types = { getTypeParser: () => String };

function toQuery({ postgresql }: Statement, values: Values): pg.QueryConfig {
  const { name, text, parameters } = postgresql;
  return { name, text, values: parameters.map((parameter) => toParameter(values[parameter], parameter)), types };
}

/** A column has no zone and holds UTC, and so does the text; the driver's own would be local time. */
function toParameter(value: Values[string] | undefined, name: string): string | number | boolean | null {
  if (value === undefined) throw new Error(`the statement has no value for @${name}`);
  return value instanceof Date ? value.toISOString() : value;
}
