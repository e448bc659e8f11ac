import { statementName } from './statement-names';

/** What a statement takes, by the names in its text. */
export type Values = Readonly<Record<string, string | number | boolean | Date | null>>;

/** A row as the driver gives it: what a column holds is told by the functions of read-column.ts. */
export type DriverRow = Readonly<Record<string, unknown>>;

/** One of the few statements that go to the driver prepared, past Prisma. */
export type Statement<Row = unknown> = {
  readonly read: (row: DriverRow) => Row;
  /** better-sqlite3 knows parameters by name. */
  readonly sqlite: string;
  /** PostgreSQL numbers them: the names in their order. The statement itself has a name on the server. */
  readonly postgresql: { readonly name: string; readonly text: string; readonly parameters: readonly string[] };
};

type Text = string | { readonly sqlite: string; readonly postgresql: string };

/**
 * Defines a statement, once when its module is loaded.
 * @param text with `@name` for each value; for both dialects, or one for each
 * @param read makes of a row what the caller wants
 */
export function defineStatement<Row>(text: Text, read: (row: DriverRow) => Row): Statement<Row> {
  const { sqlite, postgresql } = typeof text === 'string' ? { sqlite: text, postgresql: text } : text;
  return { read, sqlite, postgresql: numberParameters(postgresql) };
}

function numberParameters(text: string): Statement['postgresql'] {
  const parameters = [...new Set(Array.from(text.matchAll(/@(\w+)/g), ([, name = '']) => name))];
  const numbered = text.replace(/@(\w+)/g, (_, name: string) => `$${parameters.indexOf(name) + 1}`);
  return { name: statementName(numbered), text: numbered, parameters };
}
