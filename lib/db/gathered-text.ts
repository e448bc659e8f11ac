/** The PostgreSQL type of each value of a statement. */
export type ValueTypes = Readonly<Record<string, 'TEXT' | 'TIMESTAMP'>>;

/** The column that says whose row it is: the caller's place in the lists, from 1. */
export const placeColumn = 'placeOfCaller';

/**
 * Makes of a statement for one caller the statement for many: `@name` stands for a list with the value of each.
 * A SELECT runs once for each of them (LATERAL), so that it can be any; an INSERT takes its VALUES from the lists.
 * @throws Error for a statement that is neither
 */
export function gatherText(text: string, types: ValueTypes): string {
  const names = Object.keys(types);
  const lists = Object.entries(types).map(([name, type]) => `@${name}::${type}[]`);
  const columns = [...names, placeColumn].map((name) => `"${name}"`);
  const callers = `unnest(${lists.join(', ')}) WITH ORDINALITY AS "caller"(${columns.join(', ')})`;
  const forCaller = (part: string) => part.replace(/@(\w+)/g, '"caller"."$1"');
  const trimmed = text.trim();
  if (trimmed.startsWith('SELECT')) {
    const answer = `LATERAL (${forCaller(trimmed)}) AS "answer"`;
    return `SELECT "caller"."${placeColumn}", "answer".* FROM ${callers} CROSS JOIN ${answer}`;
  }
  const [, insert, values] = /^(INSERT INTO .+)\bVALUES \((.+)\)$/s.exec(trimmed) ?? [];
  if (insert === undefined || values === undefined) throw new Error(`cannot be gathered: ${trimmed}`);
  return `${insert} SELECT ${forCaller(values)} FROM ${callers}`;
}
