import type { Database, Transaction } from '#lib/db/database';
import { documentTable } from '#lib/db/document-table';
import { type EntryView, entryColumns, rowsInForce, type StoredSecret } from '#lib/db/staged-rows';
import { storedEntry } from '#lib/vocabulary/stored-entry';
import { builtInScopes } from './built-in';
import { scopeFields } from './schema';
import type { ScopeRecord } from './scope';

const { name: _, secrets: __, ...fields } = scopeFields;
const settings = storedEntry(fields, { type: 'resource' });

/** The configured scopes, with their secrets in order. It needs two statements, regardless of their number. */
export async function listScopes(db: Database | Transaction): Promise<ScopeRecord[]> {
  return readScopes(db);
}

/** Some scopes without what a large change makes of them. */
export function listFormerScopes(db: Database | Transaction, names: readonly string[]): Promise<ScopeRecord[]> {
  return readScopes(db, names, 'former');
}

/** One stored scope. Null if there is none. */
export async function findScope(db: Database | Transaction, name: string): Promise<ScopeRecord | null> {
  const [scope = null] = await readScopes(db, [name]);
  return scope;
}

async function readScopes(
  db: Database | Transaction,
  only?: readonly string[],
  view?: EntryView,
): Promise<ScopeRecord[]> {
  const names = only && { in: [...only] };
  const rows = await db.scope.findMany({
    where: names ? { name: names } : {},
    select: { name: true, ...entryColumns },
  });
  const secrets = await listSecrets(db, names ? { scopeName: names } : {});
  return (await rowsInForce(db, rows, view)).map(({ row: { name, settings: json }, secrets: own }) => ({
    name,
    ...settings.read(json),
    secrets: own ?? secrets.get(name) ?? [],
    builtIn: builtInScopes.has(name),
  }));
}

async function listSecrets(
  db: Database | Transaction,
  where: { readonly scopeName?: { in: string[] } },
): Promise<Map<string, StoredSecret[]>> {
  const rows = await db.scopeSecret.findMany({ where, orderBy: { position: 'asc' }, omit: { createdAt: true } });
  const byScope = new Map<string, StoredSecret[]>();
  for (const { scopeName, position: _, ...secret } of rows) {
    byScope.set(scopeName, [...(byScope.get(scopeName) ?? []), secret]);
  }
  return byScope;
}

/** The tables that hold a scope. */
export const scopeTable = documentTable<ScopeRecord>({
  table: 'Scope',
  key: 'name',
  toRow: (scope) => ({ name: scope.name, settings: settings.write(scope) }),
  secrets: { table: 'ScopeSecret', owner: 'scopeName', of: ({ secrets }) => secrets },
});
