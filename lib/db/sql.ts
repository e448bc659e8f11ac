import { Prisma } from './generated/sqlite/client';

/** Composes the text and values of a statement from parts, for `$queryRaw`. `raw` is for names that the code has. */
export const { sql, join, empty, raw } = Prisma;

/**
 * Whether a text column contains a text, letter by letter. LIKE has wildcards, such as the underscore, and SQLite's
 * ignores case.
 */
export function hasText(column: Prisma.Sql, text: string): Prisma.Sql {
  return sql`replace(${column}, ${text}, '') <> ${column}`;
}
