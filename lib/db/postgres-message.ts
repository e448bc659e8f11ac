import type pg from 'pg';
import { type NumberedStatement, refusedMark, toPostgres, type Values } from './statement';

/** A statement with its parameters, in order, as texts. */
type Bound = { readonly statement: NumberedStatement; readonly parameters: readonly (string | null)[] };

/** @throws if the statement has no value for one of its names */
export function bind(statement: NumberedStatement, values: Values): Bound {
  const parameters = statement.parameters.map((name) => toPostgres(values[name], name));
  return { statement, parameters: parameters.map((value) => (value === null ? null : String(value))) };
}

/** The statements that a connection has prepared for messages. */
const prepared = new WeakMap<pg.Connection, Set<string>>();

/**
 * Sends writes as one message. The server runs them one after the other in one transaction, up to the first that fails,
 * and commits at the end of the message (PostgreSQL, "Extended Query", "Pipelining"). The process waits once for all.
 * @returns how many were done before the error, which is null if all were
 */
export function sendTogether(
  client: pg.PoolClient,
  writes: readonly Bound[],
): Promise<{ readonly done: number; readonly error: unknown }> {
  return new Promise((resolve) => {
    let done = 0;
    // The driver replaces the callback by one that also stops its timer.
    const message = {
      statements: writes.map(({ statement: { text }, parameters: values }) => ({ text, values })),
      callback: (error: unknown = null) => resolve({ done, error }),
      submit: (connection: pg.Connection) => send(connection, writes),
      handleDataRow: () => undefined,
      handleCommandComplete: () => {
        done += 1;
      },
      handleError: (error: unknown) => message.callback(error),
      handleReadyForQuery: () => message.callback(),
    };
    client.query(message);
  });
}

/** Whether a statement failed because it changed no row, or more than one. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22P02' && error.message.includes(refusedMark);
}

function send(connection: pg.Connection, writes: readonly Bound[]): void {
  const known = prepared.get(connection) ?? new Set();
  prepared.set(connection, known);
  const parsed: string[] = [];
  // A statement may be refused after it was prepared. It is never prepared twice.
  const onParsed = () => void known.add(parsed.shift() ?? '');
  connection.on('parseComplete', onParsed).once('readyForQuery', () => connection.off('parseComplete', onParsed));
  connection.stream.cork();
  for (const { statement, parameters } of writes) {
    const { name, text } = statement;
    if (!known.has(name) && !parsed.includes(name)) {
      connection.parse({ name, text, types: [] }, true);
      parsed.push(name);
    }
    connection.bind({ statement: name, values: [...parameters] }, true);
    connection.execute(null, true);
  }
  connection.sync();
  connection.stream.uncork();
}
