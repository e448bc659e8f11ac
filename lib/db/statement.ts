import { gatherText, type ValueTypes } from './gathered-text';
import { statementName } from './statement-names';

/** What a statement takes, by the names in its text. */
export type Values = Readonly<Record<string, string | number | boolean | Date | null>>;

/** A row as the driver gives it: what a column holds is told by the functions of read-column.ts. */
export type DriverRow = Readonly<Record<string, unknown>>;

/** A statement as PostgreSQL takes it: parameters are numbered, here are their names in that order. */
export type NumberedStatement = {
  /** Its name on the server, where it stays prepared. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
};

/** One of the few statements that go to the driver prepared, past Prisma. */
export type Statement<Row = unknown> = {
  readonly read: (row: DriverRow) => Row;
  /** better-sqlite3 knows parameters by name. */
  readonly sqlite: string;
  readonly postgresql: NumberedStatement;
  /** The same for many callers at once, each parameter a list; null for a statement that always goes alone. */
  readonly gathered: NumberedStatement | null;
};

type Text = string | { readonly sqlite: string; readonly postgresql: string };

/**
 * Defines a statement, once when its module is loaded.
 * @param text with `@name` for each value; for both dialects, or one for each
 * @param read makes of a row what the caller wants
 * @param gatheredTypes when given, callers at the same time share one message on PostgreSQL: a SELECT, or an INSERT
 * with VALUES, that does not depend on what the others do
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
  };
}

function numberParameters(text: string): NumberedStatement {
  const parameters = [...new Set(Array.from(text.matchAll(/@(\w+)/g), ([, name = '']) => name))];
  const numbered = text.replace(/@(\w+)/g, (_, name: string) => `$${parameters.indexOf(name) + 1}`);
  return { name: statementName(numbered), text: numbered, parameters };
}
