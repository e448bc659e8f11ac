import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { entryTable, toRow } from '#lib/db/entry-table';
import { storedJwks } from '#lib/foreign-keys/jwks';
import { choiceColumns, jsonColumn, listColumn, readColumns } from '#lib/vocabulary/stored';
import { builtInScopes } from './built-in';
import { scopeFields } from './schema';
import type { Scope, ScopeSecret } from './scope';

/** The stored texts by language, with our own key names. */
const storedTexts = z.record(
  z.string(),
  z.object({ displayName: z.string().exactOptional(), description: z.string().exactOptional() }),
);

const columns = z.object({
  ...choiceColumns(scopeFields),
  claims: listColumn,
  jwks: jsonColumn(storedJwks.nullable()),
  texts: jsonColumn(storedTexts),
});

/** The replacements for broken columns. */
const harmless = { type: 'resource', claims: '[]', jwks: null, texts: '{}' } as const;

/** The configured scopes, with their secrets in order. It needs two statements, regardless of their number. */
export async function listScopes(db: Database | Transaction): Promise<Scope[]> {
  const rows = await db.scope.findMany({ omit: { createdAt: true, updatedAt: true } });
  return readRows(rows, await listSecrets(db));
}

/** One stored scope. Null if there is none. */
export async function findScope(db: Database | Transaction, name: string): Promise<Scope | null> {
  const rows = await db.scope.findMany({ where: { name }, omit: { createdAt: true, updatedAt: true } });
  const [scope = null] = readRows(rows, await listSecrets(db, { scopeName: name }));
  return scope;
}

type Rows = Awaited<ReturnType<Database['scope']['findMany']>>;

function readRows(
  rows: readonly Omit<Rows[number], 'createdAt' | 'updatedAt'>[],
  secrets: ReadonlyMap<string, ScopeSecret[]>,
): Scope[] {
  return rows.map((row) => ({
    ...row,
    ...readColumns(columns, row, harmless),
    secrets: secrets.get(row.name) ?? [],
    builtIn: builtInScopes.has(row.name),
  }));
}

async function listSecrets(
  db: Database | Transaction,
  where: { readonly scopeName?: string } = {},
): Promise<Map<string, ScopeSecret[]>> {
  const rows = await db.scopeSecret.findMany({ where, orderBy: { position: 'asc' }, omit: { createdAt: true } });
  const byScope = new Map<string, ScopeSecret[]>();
  for (const { scopeName, position: _, ...secret } of rows) {
    byScope.set(scopeName, [...(byScope.get(scopeName) ?? []), secret]);
  }
  return byScope;
}

/** The tables that hold a scope. */
export const scopeTable = entryTable<Scope>({
  table: 'Scope',
  key: 'name',
  toRow: ({ secrets: _, builtIn: __, unreadable: ___, ...scope }) => toRow(scope),
  children: [
    {
      table: 'ScopeSecret',
      owner: 'scopeName',
      toRows: ({ name, secrets }) => secrets.map((secret, position) => ({ ...secret, scopeName: name, position })),
      id: 'id',
    },
  ],
});
