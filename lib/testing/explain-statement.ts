import type { OpenDatabase } from '#lib/db/open-database';
import type { RecordedStatement } from './record-statements';

/** The query plan of a statement. */
export type StatementPlan = {
  readonly lines: readonly string[];
  /** Tables that are read completely. */
  readonly scanned: readonly string[];
  /** The number of rows that were read. Null if the database does not report it. */
  readonly rowsRead: number | null;
  /** True if the rows are sorted, because no index has them in order. */
  readonly sorts: boolean;
};

/**
 * Asks the database for the plan. On PostgreSQL this runs the statement.
 * @param avoidScans makes PostgreSQL use an index if there is one, as it does for large tables anyway
 */
export function explainStatement(
  open: OpenDatabase,
  statement: RecordedStatement,
  { avoidScans = false } = {},
): Promise<StatementPlan> {
  return open.dialect === 'sqlite' ? explainOnSqlite(open, statement) : explainOnPostgres(open, statement, avoidScans);
}

async function explainOnSqlite(
  { session }: OpenDatabase,
  { sql, ...given }: RecordedStatement,
): Promise<StatementPlan> {
  // Prepared statements bind their values by name.
  const names = Array.from(sql.matchAll(/@(\w+)/g), ([, name = '']) => name);
  const named = new Map<string, unknown>(Object.entries(Object(given.values[0])));
  const values = (names.length === 0 ? given.values : names.map((name) => named.get(name))).map(toText);
  const rows = await session(({ rows }) => rows(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+/g, '?')}`, values));
  const lines = rows.map(({ detail }) => String(detail));
  const scanned = lines.flatMap((line) => /^SCAN (?:main\.)?(\w+)$/.exec(line)?.[1] ?? []);
  return { lines, scanned, rowsRead: null, sorts: lines.some((line) => line.includes('TEMP B-TREE FOR ORDER BY')) };
}

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
};

async function explainOnPostgres(
  { session }: OpenDatabase,
  statement: RecordedStatement,
  avoidScans: boolean,
): Promise<StatementPlan> {
  const values = statement.values.map(toText);
  const rows = await session(async ({ script, rows }) => {
    if (avoidScans) await script('SET enable_seqscan = off');
    return rows(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`, values);
  });
  const [plan] = readPlans(rows[0]?.['QUERY PLAN']);
  if (plan === undefined) throw new Error('PostgreSQL told no plan');
  const nodes = [...nodesOf(plan, 0)];
  return {
    lines: nodes.map(({ node, depth }) => `${'  '.repeat(depth)}${describe(node)}`),
    scanned: nodes.flatMap(({ node }) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
    rowsRead: nodes.reduce((sum, { node }) => sum + (node['Relation Name'] === undefined ? 0 : readBy(node)), 0),
    sorts: nodes.some(({ node }) => node['Node Type'] === 'Sort'),
  };
}

function toText(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : String(value);
}

function readPlans(answer: unknown): PlanNode[] {
  return Array.isArray(answer) ? answer.map(({ Plan }) => Plan) : [];
}

function* nodesOf(node: PlanNode, depth: number): Generator<{ node: PlanNode; depth: number }> {
  yield { node, depth };
  for (const child of node.Plans ?? []) yield* nodesOf(child, depth + 1);
}

function readBy(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}

function describe(node: PlanNode): string {
  const by = node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`;
  const on = node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`;
  const conditions = [node['Index Cond'], node.Filter && `filter ${node.Filter}`].filter(Boolean).join(' ');
  return `${node['Node Type']}${by}${on} ${conditions} (${readBy(node)} rows)`.replace(/ +/g, ' ');
}
