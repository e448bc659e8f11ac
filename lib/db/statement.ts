import { gatherText, textForCallers, type ValueTypes } from './gathered-text';
import { statementName } from './statement-names';

export type Dialect = 'sqlite' | 'postgresql';

/** The values of a statement, by the names in its text. */
export type Values = Readonly<Record<string, string | number | boolean | Date | null>>;

/** A row as the driver returns it. The functions of read-column.ts read its columns. */
export type DriverRow = Readonly<Record<string, unknown>>;

/** A statement for PostgreSQL. Its parameters are numbered; `parameters` has their names in order. */
export type NumberedStatement = {
  /** The name of the prepared statement on the server. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
};

/** One of the few statements that are prepared and sent to the driver without Prisma. */
export type Statement<Row = unknown> = {
  readonly read: (row: DriverRow) => Row;
  /** better-sqlite3 binds parameters by name. */
  readonly sqlite: string;
  readonly postgresql: NumberedStatement;
  /**
   * The same statement for many callers at once, with a list for each parameter. Null for a statement that is always
   * sent alone.
   */
  readonly gathered: NumberedStatement | null;
  /** The value that must differ between the callers of a message. Null if all callers can share one. */
  readonly apart: string | null;
};

/** A statement that writes and returns no rows. See defineWrite(). */
export type WriteStatement = Statement<null> & {
  /** With `@name` for each value, for Prisma's transactions. */
  readonly text: Readonly<Record<Dialect, string>>;
  /** For PostgreSQL. It fails unless it changes one row. */
  readonly demanding: NumberedStatement;
};

type Text = string | { readonly sqlite: string; readonly postgresql: string };

/**
 * Defines a statement. Call it once, when its module is loaded.
 * @param text with `@name` for each value; for both dialects, or one for each
 * @param read turns a row into the result
 * @param gatheredTypes if given, concurrent callers share one message on PostgreSQL. The statement must be a SELECT, or
 * an INSERT with VALUES, that does not depend on the other callers
 */
export function defineStatement<Row>(
  text: Text,
  read: (row: DriverRow) => Row,
  gatheredTypes?: ValueTypes,
): Statement<Row> {
  const { sqlite, postgresql } = typeof text === 'string' ? { sqlite: text, postgresql: text } : text;
  return {
    read,
    sqlite,
    postgresql: numberParameters(postgresql),
    gathered: gatheredTypes === undefined ? null : numberParameters(gatherText(postgresql, gatheredTypes)),
    apart: null,
  };
}

/** In the error of a statement that had to change one row. */
export const refusedMark = 'a step changed';

/**
 * Defines a statement that writes, for the steps of run(). Call it once, when its module is loaded.
 * @param text with `@name` for each value; an INSERT, UPDATE or DELETE without RETURNING
 * @param gatheredTypes as in defineStatement(), for an INSERT that mostly runs alone
 */
export function defineWrite(text: Text, gatheredTypes?: ValueTypes): WriteStatement {
  const statement = defineStatement(text, () => null, gatheredTypes);
  const { postgresql } = statement;
  if (postgresql.text.includes('RETURNING'))
    throw new Error('the values of a step are known before, without RETURNING');
  // The cast fails for every number but 1. PostgreSQL cannot evaluate it earlier, because it depends on the count.
  const demand = `CASE WHEN count(*) = 1 THEN 1 ELSE CAST('${refusedMark} ' || count(*) || ' rows' AS INTEGER) END`;
  const demanding = `WITH "changed" AS (${postgresql.text} RETURNING 1) SELECT ${demand} FROM "changed"`;
  return {
    ...statement,
    text: typeof text === 'string' ? { sqlite: text, postgresql: text } : text,
    demanding: { ...postgresql, name: statementName(demanding), text: demanding },
  };
}

/**
 * Defines a statement for PostgreSQL that uses something up, or changes something that another caller may want to
 * change too. It is written for many callers, as textForCallers() describes, and answers each at most once.
 * @param apart the value that identifies the changed object; callers with the same one get separate messages
 */
export function defineForCallers<Row>(
  text: string,
  read: (row: DriverRow) => Row,
  types: ValueTypes,
  apart: string,
): Statement<Row> {
  const numbered = numberParameters(textForCallers(text, types));
  return { read, sqlite: '', postgresql: numbered, gathered: numbered, apart };
}

function numberParameters(text: string): NumberedStatement {
  const parameters = [...new Set(Array.from(text.matchAll(/@(\w+)/g), ([, name = '']) => name))];
  const numbered = text.replace(/@(\w+)/g, (_, name: string) => `$${parameters.indexOf(name) + 1}`);
  return { name: statementName(numbered), text: numbered, parameters };
}

/**
 * A value in Prisma's format for SQLite: times as ISO 8601 with `+00:00`, booleans as 1 and 0.
 * @throws if a statement has no value for the name
 */
export function toSqlite(value: Values[string] | undefined, name: string): string | number | null {
  if (value === undefined) throw missing(name);
  if (value instanceof Date) return value.toISOString().replace('Z', '+00:00');
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * A value for PostgreSQL. Columns have no time zone and contain UTC, and so does this text. The driver would send local
 * time.
 * @throws if a statement has no value for the name
 */
export function toPostgres(value: Values[string] | undefined, name: string): string | number | boolean | null {
  if (value === undefined) throw missing(name);
  return value instanceof Date ? value.toISOString() : value;
}

function missing(name: string): Error {
  return new Error(`the statement has no value for @${name}`);
}
