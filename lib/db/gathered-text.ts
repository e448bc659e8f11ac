/** The PostgreSQL type of each value of a statement. */
export type ValueTypes = Readonly<Record<string, 'TEXT' | 'TIMESTAMP' | 'INTEGER' | 'BOOLEAN'>>;

/** The column that identifies the caller of a row: the position in the lists, from 1. */
export const placeColumn = 'placeOfCaller';

/**
 * Turns a statement for one caller into a statement for many: `@name` becomes a list with the value of each caller. A
 * SELECT runs once for each caller (LATERAL), so any SELECT works; an INSERT takes its VALUES from the lists. Of an
 * INSERT with ON CONFLICT DO NOTHING RETURNING a key, the first caller with a new key gets the row; @KEY is a value.
 * @throws Error for other statements
 */
export function gatherText(text: string, types: ValueTypes): string {
  const callers = listCallers(types);
  const forCaller = (part: string) => part.replace(/@(\w+)/g, '"caller"."$1"');
  const trimmed = text.trim();
  if (trimmed.startsWith('SELECT')) {
    const answer = `LATERAL (${forCaller(trimmed)}) AS "answer"`;
    return `SELECT "caller"."${placeColumn}", "answer".* FROM ${callers} CROSS JOIN ${answer}`;
  }
  const [, insert, values, key] = insertPattern.exec(trimmed) ?? [];
  if (insert === undefined || values === undefined) throw new Error(`cannot be gathered: ${trimmed}`);
  if (key === undefined) return `${insert} SELECT ${forCaller(values)} FROM ${callers}`;
  // In the order of the keys, so that two messages with the same keys wait for each other and never in a circle; of one
  // key the first caller's row.
  return `WITH "caller" AS (SELECT * FROM ${callers}), "inserted" AS (
    ${insert} SELECT ${forCaller(values)} FROM "caller" ORDER BY "caller"."${key}", "caller"."${placeColumn}"
    ON CONFLICT DO NOTHING RETURNING "${key}")
  SELECT min("caller"."${placeColumn}") AS "${placeColumn}", "${key}" FROM "inserted" JOIN "caller" USING ("${key}")
  GROUP BY "${key}"`;
}

/**
 * Completes a statement that is written for many callers: a list of common table expressions and the final SELECT, in which
 * "caller" is the table of the callers and `@name` a value of its row.
 */
export function textForCallers(text: string, types: ValueTypes): string {
  // In UPDATE … FROM and its RETURNING, a column of this name would be ambiguous.
  const forCaller = text.replace(/@(\w+)/g, '"caller"."asked_$1"');
  return `WITH "caller" AS (SELECT * FROM ${listCallers(types, 'asked_')}), ${forCaller.trim()}`;
}

/** The callers as rows: a column for each value, and their place. */
function listCallers(types: ValueTypes, prefix = ''): string {
  const lists = Object.entries(types).map(([name, type]) => `@${name}::${type}[]`);
  const columns = [...Object.keys(types).map((name) => `${prefix}${name}`), placeColumn].map((name) => `"${name}"`);
  return `unnest(${lists.join(', ')}) WITH ORDINALITY AS "caller"(${columns.join(', ')})`;
}

const insertPattern = /^(INSERT INTO .+)\bVALUES \((.+)\)(?:\s+ON CONFLICT DO NOTHING RETURNING "(\w+)")?$/s;
