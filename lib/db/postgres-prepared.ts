import type pg from 'pg';
import { isRefusedValue } from './database-errors';
import { createGathering } from './gather';
import { placeColumn } from './gathered-text';
import { bind, bindForAll, isRefusal, sendTogether } from './postgres-message';
import { settle } from './postgres-plans';
import type { Prepared } from './prepared';
import { retryConflicts } from './retry';
import type { DriverRow, Statement, Values } from './statement';
import type { Write } from './step';

type Ask = (values: Values) => Promise<readonly DriverRow[]>;
type Bound = ReturnType<typeof bind>;

/** Prepared statements on the connections of a pool that nothing else uses. */
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
  const ask = (bound: Bound) => retryConflicts(() => read(pool, bound));
  const askForAll = async (callers: readonly Values[], statement: Statement['postgresql']) =>
    rowsOfEach(callers, await ask(bindForAll(statement, callers)));
  const alone: Ask =
    apart === null
      ? (values) => ask(bind(postgresql, values))
      : async (values) => (await askForAll([values], postgresql)).flat();
  if (gathered === null) return alone;
  const together = createGathering(
    async (callers: readonly Values[]): Promise<readonly (readonly DriverRow[])[]> => {
      const [first] = callers;
      return first !== undefined && callers.length === 1 ? [await alone(first)] : askForAll(callers, gathered);
    },
    apart === null ? undefined : (values) => String(values[apart]),
  );
  return (values) =>
    together(values).catch((error: unknown) => {
      if (isRefusedValue(error)) return alone(values);
      throw error;
    });
}

/** The rows of a statement for many callers, which was one transaction, committed when the answer arrived. */
function rowsOfEach(callers: readonly Values[], rows: readonly DriverRow[]): readonly (readonly DriverRow[])[] {
  const answers = callers.map((): DriverRow[] => []);
  for (const row of rows) answers[Number(row[placeColumn]) - 1]?.push(row);
  return answers;
}

async function read(pool: pg.Pool, bound: Bound): Promise<readonly DriverRow[]> {
  const { rows, error } = await send(pool, [bound], true);
  if (error !== null) throw error;
  return rows;
}

async function writeTogether(pool: pg.Pool, writes: readonly Write[]): Promise<number | null> {
  const message = writes.map(({ statement: { postgresql, demanding }, values, refusal }) =>
    bind(refusal === null ? postgresql : demanding, values),
  );
  const { done, error } = await send(pool, message, false);
  if (error === null) return null;
  if (isRefusal(error)) return done;
  throw error;
}

async function send(pool: pg.Pool, message: readonly Bound[], reading: boolean) {
  const client = await pool.connect();
  const first = settle(client);
  const { done, rows, error } = await sendTogether(client, [...first, ...message], reading);
  // A refusal is an answer. Any other error may come from the connection, which is discarded.
  client.release(error !== null && !isRefusal(error));
  return { done: done - first.length, rows, error };
}
