/** The PostgreSQL type of each value of a statement. */
export type ValueTypes = Readonly<Record<string, 'TEXT' | 'TIMESTAMP' | 'INTEGER' | 'BOOLEAN'>>;

/** The column that identifies the caller of a row: its position in the lists, from 1. */
export const placeColumn = 'placeOfCaller';

/**
 * Turns a statement for one caller into a statement for many: `@name` becomes a list with the value of each caller. A
 * SELECT runs once for each caller (LATERAL), so any SELECT works. An INSERT takes its VALUES from the lists. For an
 * INSERT with ON CONFLICT DO NOTHING RETURNING a key, `@KEY` must be a value, and the first caller with a new key gets
 * the row.
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
  // Sorted by key, so two messages with the same keys cannot deadlock. The row of a key comes from its first caller.
  return `WITH "caller" AS (SELECT * FROM ${callers}), "inserted" AS (
    ${insert} SELECT ${forCaller(values)} FROM "caller" ORDER BY "caller"."${key}", "caller"."${placeColumn}"
    ON CONFLICT DO NOTHING RETURNING "${key}")
  SELECT min("caller"."${placeColumn}") AS "${placeColumn}", "${key}" FROM "inserted" JOIN "caller" USING ("${key}")
  GROUP BY "${key}"`;
}

/**
 * Completes a statement that is written for many callers: a list of common table expressions and the final SELECT. In
 * it, "caller" is the table of the callers and `@name` a value in its row.
 */
export function textForCallers(text: string, types: ValueTypes): string {
  // The prefix avoids ambiguous column names in UPDATE … FROM and its RETURNING.
  const forCaller = text.replace(/@(\w+)/g, '"caller"."asked_$1"');
  return `WITH "caller" AS (SELECT * FROM ${listCallers(types, 'asked_')}), ${forCaller.trim()}`;
}

/** The callers as rows, with a column for each value and for the place. */
function listCallers(types: ValueTypes, prefix = ''): string {
  const lists = Object.entries(types).map(([name, type]) => `@${name}::${type}[]`);
  const columns = [...Object.keys(types).map((name) => `${prefix}${name}`), placeColumn].map((name) => `"${name}"`);
  return `unnest(${lists.join(', ')}) WITH ORDINALITY AS "caller"(${columns.join(', ')})`;
}

const insertPattern = /^(INSERT INTO .+)\bVALUES \((.+)\)(?:\s+ON CONFLICT DO NOTHING RETURNING "(\w+)")?$/s;
