import type pg from 'pg';
import { type DriverRow, type NumberedStatement, refusedMark, toPostgres, type Values } from './statement';

/** A statement with its parameters, in order, as texts. */
type Bound = { readonly statement: NumberedStatement; readonly parameters: readonly (string | null)[] };

/** @throws if the statement has no value for one of its names */
export function bind(statement: NumberedStatement, values: Values): Bound {
  return { statement, parameters: statement.parameters.map((name) => textOf(values, name)) };
}

/** A statement for many callers, with a list for each parameter. @throws as bind() */
export function bindForAll(statement: NumberedStatement, callers: readonly Values[]): Bound {
  return { statement, parameters: statement.parameters.map((name) => listOf(callers.map((one) => textOf(one, name)))) };
}

function textOf(values: Values, name: string): string | null {
  const value = toPostgres(values[name], name);
  return value === null ? null : String(value);
}

/** PostgreSQL, "Arrays", "Array Input and Output Syntax". */
function listOf(texts: readonly (string | null)[]): string {
  const quoted = texts.map((text) => (text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`));
  return `{${quoted.join(',')}}`;
}

/** What a connection has prepared for messages: the names of the statements, with their columns once these are known. */
const prepared = new WeakMap<pg.Connection, Map<string, readonly string[] | null>>();

/** How many statements were done before the error, which is null if all were, and the rows of the last one. */
type Outcome = { readonly done: number; readonly rows: readonly DriverRow[]; readonly error: unknown };

/**
 * Sends statements as one message. The server runs them one after the other in one transaction, up to the first that
 * fails, and commits at the end of the message (PostgreSQL, "Extended Query", "Pipelining"). The process waits once for
 * all. Every column arrives as the text that the server sends; the reader of the statement interprets it.
 * @param reading whether the last statement returns rows
 */
export function sendTogether(client: pg.PoolClient, statements: readonly Bound[], reading: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    let done = 0;
    const rows: DriverRow[] = [];
    const known = prepared.get(client.connection) ?? new Map<string, readonly string[] | null>();
    prepared.set(client.connection, known);
    const read = reading ? (statements.at(-1)?.statement.name ?? null) : null;
    // The driver replaces the callback by one that also stops its timer.
    const message = {
      statements: statements.map(({ statement: { text }, parameters: values }) => ({ text, values })),
      callback: (error: unknown = null) => resolve({ done, rows, error }),
      submit: (connection: pg.Connection) => send(connection, statements, { known, read }),
      handleRowDescription: ({ fields }: { readonly fields: readonly { readonly name: string }[] }) => {
        if (read === null) return;
        known.set(
          read,
          fields.map(({ name }) => name),
        );
      },
      handleDataRow: ({ fields }: { readonly fields: readonly (string | null)[] }) => {
        if (read !== null && done === statements.length - 1) rows.push(toRow(known.get(read) ?? [], fields));
      },
      handleCommandComplete: () => {
        done += 1;
      },
      handleError: (error: unknown) => message.callback(error),
      handleReadyForQuery: () => message.callback(),
    };
    client.query(message);
  });
}

function toRow(columns: readonly string[], fields: readonly (string | null)[]): DriverRow {
  const row: Record<string, string | null> = {};
  for (const [index, column] of columns.entries()) row[column] = fields[index] ?? null;
  return row;
}

/** Whether a statement failed because it changed no row, or more than one. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22P02' && error.message.includes(refusedMark);
}

function send(
  connection: pg.Connection,
  statements: readonly Bound[],
  { known, read }: { readonly known: Map<string, readonly string[] | null>; readonly read: string | null },
): void {
  const parsed: string[] = [];
  connection.stream.cork();
  for (const { statement, parameters } of statements) {
    const { name, text } = statement;
    if (!known.has(name) && !parsed.includes(name)) {
      connection.parse({ name, text, types: [] }, true);
      parsed.push(name);
    }
    connection.bind({ statement: name, values: [...parameters] }, true);
    // A statement has the same columns each time.
    if (name === read && !known.get(name)) connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
  }
  connection.sync();
  connection.stream.uncork();
  if (parsed.length === 0) return;
  // A statement may be refused after it was prepared. It is never prepared twice.
  const onParsed = () => void known.set(parsed.shift() ?? '', null);
  connection.on('parseComplete', onParsed).once('readyForQuery', () => connection.off('parseComplete', onParsed));
}
