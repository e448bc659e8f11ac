import type pg from 'pg';
import { isRefusedValue } from './database-errors';
import { createGathering } from './gather';
import { placeColumn } from './gathered-text';
import { bind, isRefusal, sendTogether } from './postgres-message';
import type { Prepared } from './prepared';
import { retryConflicts } from './retry';
import { type DriverRow, type NumberedStatement, type Statement, toPostgres, type Values } from './statement';
import type { Write } from './step';

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
    async write(writes) {
      const [first] = writes;
      const isAlone = writes.length === 1 && first?.refusal === null && first.statement.gathered !== null;
      if (!isAlone) return retryConflicts(() => writeTogether(pool, writes));
      await askFor(first.statement)(first.values);
      return null;
    },
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
  const values = parameters.map((parameter) => callers.map((caller) => toPostgres(caller[parameter], parameter)));
  return { name, text, values, types };
}

async function writeTogether(pool: pg.Pool, writes: readonly Write[]): Promise<number | null> {
  const message = writes.map(({ statement: { together, demanding }, values, refusal }) =>
    bind(refusal === null ? together : demanding, values),
  );
  const client = await pool.connect();
  const { done, error } = await sendTogether(client, message);
  const isRefused = isRefusal(error);
  // Otherwise the connection is discarded. It may have caused the failure.
  client.release(error !== null && !isRefused);
  if (error !== null && !isRefused) throw error;
  return isRefused ? done : null;
}

/** Every column arrives as the text that the server sends. The reader of the statement interprets it. */
const types = { getTypeParser: () => String };

function toQuery({ name, text, parameters }: NumberedStatement, values: Values): pg.QueryConfig {
  return { name, text, values: parameters.map((parameter) => toPostgres(values[parameter], parameter)), types };
}
