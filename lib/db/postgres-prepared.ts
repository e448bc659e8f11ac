import type pg from 'pg';
import { isRefusedValue } from './database-errors';
import { createGathering } from './gather';
import { placeColumn } from './gathered-text';
import type { Prepared, PreparedStep } from './prepared';
import { retryConflicts } from './retry';
import type { DriverRow, NumberedStatement, Statement, Values } from './statement';

type Ask = (values: Values) => Promise<readonly DriverRow[]>;
type Run = (query: pg.QueryConfig) => Promise<DriverRow[]>;

/** Prepared statements on the connections of a pool. */
export function preparedOnPostgres(pool: pg.Pool): Prepared {
  const known = new Map<Statement, Ask>();
  const askFor = (statement: Statement): Ask => {
    const ask = known.get(statement) ?? createAsk(pool, statement);
    known.set(statement, ask);
    return ask;
  };
  return {
    dialect: 'postgresql',
    async rows(statement, values) {
      return (await askFor(statement)(values)).map(statement.read);
    },
    steps: (steps) => retryConflicts(() => runSteps(pool, steps)),
    // A lost connection is replaced, so no error lasts.
    verifyWritable: () => undefined,
  };
}

/**
 * Sends a statement alone, or together with others of the same moment. If the server refuses a value, it rolls back the
 * whole message. Then each statement is sent alone, and only the caller with that value fails.
 */
function createAsk(pool: pg.Pool, { postgresql, gathered, apart }: Statement): Ask {
  const run: Run = async (query) => (await retryConflicts(() => pool.query<DriverRow>(query))).rows;
  const alone: Ask =
    apart === null
      ? async (values) => run(toQuery(postgresql, values))
      : async (values) => (await askForAll([values], postgresql, run)).flat();
  if (gathered === null) return alone;
  const together = createGathering(
    async (callers: readonly Values[]): Promise<(readonly DriverRow[])[]> => {
      const [first] = callers;
      return first !== undefined && callers.length === 1 ? [await alone(first)] : askForAll(callers, gathered, run);
    },
    apart === null ? undefined : (values) => String(values[apart]),
  );
  return (values) =>
    together(values).catch((error: unknown) => {
      if (isRefusedValue(error)) return alone(values);
      throw error;
    });
}

/** One statement for all callers, and therefore one transaction. It is committed when the answer arrives. */
async function askForAll(callers: readonly Values[], statement: NumberedStatement, run: Run): Promise<DriverRow[][]> {
  const answers = callers.map((): DriverRow[] => []);
  for (const row of await run(toGatheredQuery(statement, callers))) answers[Number(row[placeColumn]) - 1]?.push(row);
  return answers;
}

function toGatheredQuery({ name, text, parameters }: NumberedStatement, callers: readonly Values[]): pg.QueryConfig {
  const values = parameters.map((parameter) => callers.map((caller) => toParameter(caller[parameter], parameter)));
  return { name, text, values, types };
}

async function runSteps(pool: pg.Pool, steps: readonly PreparedStep[]): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const failed = await firstIdle(client, steps);
    await client.query(failed === null ? 'COMMIT' : 'ROLLBACK');
    client.release();
    return failed;
  } catch (error) {
    // The connection is discarded with its open transaction. It may have caused the failure, and then it cannot roll
    // back.
    client.release(true);
    throw error;
  }
}

async function firstIdle(client: pg.PoolClient, steps: readonly PreparedStep[]): Promise<number | null> {
  for (const [index, [statement, values, mayChangeNothing = false]] of steps.entries()) {
    const { rowCount } = await client.query(toStep(statement, values));
    if (rowCount === 0 && !mayChangeNothing) return index;
  }
  return null;
}

function toStep({ postgresql, apart }: Statement, values: Values): pg.QueryConfig {
  return apart === null ? toQuery(postgresql, values) : toGatheredQuery(postgresql, [values]);
}

/** Every column arrives as the text that the server sends. The reader of the statement interprets it. */
const types = { getTypeParser: () => String };

function toQuery({ name, text, parameters }: NumberedStatement, values: Values): pg.QueryConfig {
  return { name, text, values: parameters.map((parameter) => toParameter(values[parameter], parameter)), types };
}

/** Columns have no time zone and contain UTC, and so does this text. The driver would send local time. */
function toParameter(value: Values[string] | undefined, name: string): string | number | boolean | null {
  if (value === undefined) throw new Error(`the statement has no value for @${name}`);
  return value instanceof Date ? value.toISOString() : value;
}
