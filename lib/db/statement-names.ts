import { sha256 } from '#lib/crypto/hash';

/** The maximum number of prepared statements on each connection. Further statements are planned each time. */
const limit = 500;

/** The name of a prepared statement, derived from its text, so that two statements never share a name. */
export function statementName(sql: string): string {
  return `signet_${sha256(sql).slice(0, 24)}`;
}

/**
 * Names for prepared statements, so that the server parses and plans each statement once per connection. The names are
 * derived from the text, so two programs behind one connection pooler never use the same name for different statements.
 * @returns a function that returns the name of a statement, or an empty text for a statement that is not prepared
 */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= limit || !/^\s*(SELECT|INSERT|UPDATE|DELETE)\b/i.test(sql)) return '';
    const name = statementName(sql);
    names.set(sql, name);
    return name;
  };
}
