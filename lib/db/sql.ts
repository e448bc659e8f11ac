import { Prisma } from './generated/sqlite/client';

/** Composes the text and values of a statement from parts, for `$queryRaw`. */
export const { sql, join, empty } = Prisma;

/**
 * Whether a text column contains a text, letter by letter. LIKE has wildcards, such as the underscore, and SQLite's
 * ignores case.
 */
export function hasText(column: Prisma.Sql, text: string): Prisma.Sql {
  return sql`replace(${column}, ${text}, '') <> ${column}`;
}
