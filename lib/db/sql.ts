import { Prisma } from './generated/sqlite/client';
import type { Dialect } from './statement';

/** Composes the text and values of a statement from parts, for `$queryRaw`. `raw` is for names that the code has. */
export const { sql, join, empty, raw } = Prisma;

/**
 * Ends a list of rows that a statement will change, after its LIMIT. On PostgreSQL, it waits for rows that another
 * transaction changes, and then takes others for those that are gone. Otherwise there would seem to be fewer than the
 * limit. Nothing can refer to the rows until the transaction ends.
 */
export function forUpdate(dialect: Dialect): Prisma.Sql {
  return dialect === 'postgresql' ? raw('FOR UPDATE') : empty;
}

/** Keeps the rows of a query as they are until the transaction ends, while others may do the same. SQLite has one writer. */
export function forShare(dialect: Dialect): Prisma.Sql {
  return dialect === 'postgresql' ? raw('FOR SHARE') : empty;
}

/**
 * Whether a text column contains a text, letter by letter. LIKE has wildcards, such as the underscore, and SQLite's
 * ignores case.
 */
export function hasText(column: Prisma.Sql, text: string): Prisma.Sql {
  return sql`replace(${column}, ${text}, '') <> ${column}`;
}
