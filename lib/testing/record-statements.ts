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
  // Prisma's adapter binds values before it runs a statement. Prepared statements (lib/db/prepared.ts) bind them as they
  // run.
  const statement: unknown = Object.getPrototypeOf(new BetterSqlite3(':memory:').prepare('SELECT 1'));
  const endSqlite = ['bind', 'run', 'all'].map((name) =>
    listen(statement, name, (values, { source }) => {
      if (values.length > 0) statements.push({ sql: String(source), values: values.flat() });
    }),
  );
  const endPostgres = listen(pg.Client.prototype, 'query', ([asked, values]) => {
    for (const sent of statementsOf(asked)) {
      if (sent.text.startsWith('SET ')) continue;
      statements.push({ sql: sent.text, values: Array.isArray(values) ? values : (sent.values ?? []) });
    }
  });
  try {
    await work();
  } finally {
    for (const end of endSqlite) end();
    endPostgres();
  }
  return statements;
}

type Owner = { readonly source?: unknown };

/**
 * Reports the calls of a method.
 * @returns a function that stops this
 */
function listen(object: unknown, name: string, hear: (values: readonly unknown[], owner: Owner) => void): () => void {
  if (typeof object !== 'object' || object === null) throw new Error('there is no object');
  const method: unknown = Reflect.get(object, name);
  if (typeof method !== 'function') throw new Error(`there is no method ${name}`);
  Reflect.set(object, name, function heard(this: Owner, ...values: unknown[]) {
    hear(values, this);
    return Reflect.apply(method, this, values);
  });
  return () => void Reflect.set(object, name, method);
}

type Statement = { readonly text: string; readonly values?: readonly unknown[] };

/** A message of lib/db/postgres-message.ts has several. */
function statementsOf(asked: unknown): Statement[] {
  if (typeof asked === 'string') return [{ text: asked }];
  if (isStatement(asked)) return [asked];
  const hasSeveral = typeof asked === 'object' && asked !== null && 'statements' in asked;
  return hasSeveral && Array.isArray(asked.statements) ? asked.statements.filter(isStatement) : [];
}

function isStatement(asked: unknown): asked is Statement {
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string';
}
