import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';

/** A statement as the driver received it. */
export type RecordedStatement = { readonly sql: string; readonly values: readonly unknown[] };

/**
 * Runs work and records all statements that reach the drivers of this process during it, except the limits that are set
 * on a new connection to PostgreSQL.
 */
export async function recordStatements(work: () => unknown): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  const endSqlite = listen(BetterSqlite3.prototype, 'prepare', ([sql], prepared) => {
    if (typeof sql !== 'string' || typeof prepared !== 'object' || prepared === null) return;
    // Prisma's adapter binds values before it runs a statement. Prepared statements (lib/db/prepared.ts) are not seen
    // here.
    listen(prepared, 'bind', (values) => statements.push({ sql, values: values.flat() }));
  });
  const endPostgres = listen(pg.Client.prototype, 'query', ([asked, values]) => {
    const statement = typeof asked === 'string' ? { text: asked } : asked;
    if (!isStatement(statement) || statement.text.startsWith('SET ')) return;
    statements.push({ sql: statement.text, values: Array.isArray(values) ? values : (statement.values ?? []) });
  });
  try {
    await work();
  } finally {
    endSqlite();
    endPostgres();
  }
  return statements;
}

/**
 * Reports the calls and results of a method.
 * @returns a function that stops this
 */
function listen(object: object, name: string, hear: (values: readonly unknown[], answer: unknown) => void): () => void {
  const method: unknown = Reflect.get(object, name);
  if (typeof method !== 'function') throw new Error(`there is no method ${name}`);
  Reflect.set(object, name, function heard(this: unknown, ...values: unknown[]) {
    const answer: unknown = Reflect.apply(method, this, values);
    hear(values, answer);
    return answer;
  });
  return () => void Reflect.set(object, name, method);
}

type Statement = { readonly text: string; readonly values?: readonly unknown[] };

function isStatement(asked: unknown): asked is Statement {
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string';
}
