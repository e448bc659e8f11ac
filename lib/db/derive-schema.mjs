/**
 * The PostgreSQL variant of the Prisma schema, derived from the SQLite one.
 * @param {string} sqliteSchema the text of prisma/schema.prisma
 * @returns {string} the same models for PostgreSQL, generated next to the SQLite client
 */
export function derivePostgresSchema(sqliteSchema) {
  return sqliteSchema
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace('../lib/db/generated/sqlite', '../lib/db/generated/postgresql');
}
