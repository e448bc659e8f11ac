import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import type { DatabaseSource } from '../database-source';
import { connected } from '../postgres-connection';
import { type Access, accessesOnPostgres, accessesOnSqlite, type Index, type PlanNode } from './judge-plan';

/** A statement and what it reads by which columns. */
export type ExplainedText = { readonly text: string; readonly accesses: readonly Access[] };

/** Explains statements on the empty template of a run of the tests. */
export function explainTexts(source: DatabaseSource, texts: readonly string[]): Promise<ExplainedText[]> {
  const distinct = new Map(texts.map((text) => [shapeOf(text), text]));
  return source.dialect === 'sqlite'
    ? explainOnSqlite(source.template, [...distinct.values()])
    : explainOnPostgres(urlOf(source.serverUrl, source.template), [...distinct.values()]);
}

/** The text with one value for each list of values, so that lists of other lengths are not explained again. */
function shapeOf(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/(\?|\$\d+)(?:, ?(?:\?|\$\d+))+/g, '…');
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

const indexRow = z.object({ name: z.string(), table: z.string(), columns: z.string() });

function toIndexes(rows: readonly unknown[]): ReadonlyMap<string, Index> {
  return new Map(
    rows
      .map((row) => indexRow.parse(row))
      .map(({ name, table, columns }) => [name, { table, columns: columns.split(' ') }]),
  );
}

const planLine = z.object({ detail: z.string() });

const indexesOfSqlite = `SELECT i.name, i.tbl_name AS "table",
    (SELECT group_concat(c.name, ' ') FROM pragma_index_info(i.name) c) AS columns
  FROM sqlite_master i WHERE i.type = 'index'`;

/** Without statistics, an empty database has the plan of a large one. */
async function explainOnSqlite(file: string, texts: readonly string[]): Promise<ExplainedText[]> {
  const connection = new BetterSqlite3(file, { readonly: true });
  try {
    const indexes = toIndexes(connection.prepare(indexesOfSqlite).all());
    return texts.map((text) => {
      const named = Object.fromEntries(Array.from(text.matchAll(/@(\w+)/g), ([, name = '']) => [name, null]));
      const places = text.match(/\?/g)?.map(() => null) ?? [];
      const statement = connection.prepare(`EXPLAIN QUERY PLAN ${text}`);
      const rows = Object.keys(named).length > 0 ? statement.all(named) : statement.all(...places);
      const lines = rows.map((row) => planLine.parse(row).detail);
      return { text, accesses: accessesOnSqlite(text, lines, indexes) };
    });
  } finally {
    connection.close();
  }
}

const indexesOfPostgres = `SELECT c.relname AS name, t.relname AS "table", string_agg(a.attname, ' ' ORDER BY a.attnum) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE t.relnamespace = 'public'::regnamespace GROUP BY c.relname, t.relname`;

/** The generic plan, which does not depend on values. A sequential scan remains only where no index helps. */
function explainOnPostgres(url: string, texts: readonly string[]): Promise<ExplainedText[]> {
  return connected(url, async (client) => {
    await client.query('SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off');
    const indexes = toIndexes((await client.query(indexesOfPostgres)).rows);
    const explained: ExplainedText[] = [];
    for (const text of texts) {
      const highest = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
      const values = highest === 0 ? '' : `(${Array.from({ length: highest }, () => 'NULL').join(', ')})`;
      await client.query(`PREPARE one AS ${text}`);
      const answer = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (FORMAT JSON) EXECUTE one${values}`,
      );
      await client.query('DEALLOCATE one');
      const [plan] = answer.rows[0]?.['QUERY PLAN'] ?? [];
      explained.push({ text, accesses: plan === undefined ? [] : accessesOnPostgres(plan.Plan, indexes) });
    }
    return explained;
  });
}
