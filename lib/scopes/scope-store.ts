import type { Database, Transaction } from '#lib/db/database';
import { documentTable } from '#lib/db/document-table';
import { storedEntry } from '#lib/vocabulary/stored-entry';
import { builtInScopes } from './built-in';
import { scopeFields } from './schema';
import type { Scope, ScopeSecret } from './scope';

const { name: _, secrets: __, ...fields } = scopeFields;
const settings = storedEntry(fields, { type: 'resource' });

/** The configured scopes, with their secrets in order. It needs two statements, regardless of their number. */
export async function listScopes(db: Database | Transaction): Promise<Scope[]> {
  return readScopes(db);
}

/** One stored scope. Null if there is none. */
export async function findScope(db: Database | Transaction, name: string): Promise<Scope | null> {
  const [scope = null] = await readScopes(db, name);
  return scope;
}

async function readScopes(db: Database | Transaction, only?: string): Promise<Scope[]> {
  const where = only === undefined ? {} : { name: only };
  const rows = await db.scope.findMany({ where, select: { name: true, settings: true } });
  const secrets = await listSecrets(db, only === undefined ? {} : { scopeName: only });
  return rows.map(({ name, settings: json }) => ({
    name,
    ...settings.read(json),
    secrets: secrets.get(name) ?? [],
    builtIn: builtInScopes.has(name),
  }));
}

async function listSecrets(
  db: Database | Transaction,
  where: { readonly scopeName?: string },
): Promise<Map<string, ScopeSecret[]>> {
  const rows = await db.scopeSecret.findMany({ where, orderBy: { position: 'asc' }, omit: { createdAt: true } });
  const byScope = new Map<string, ScopeSecret[]>();
  for (const { scopeName, position: _, ...secret } of rows) {
    byScope.set(scopeName, [...(byScope.get(scopeName) ?? []), secret]);
  }
  return byScope;
}

/** The tables that hold a scope. */
export const scopeTable = documentTable<Scope>({
  table: 'Scope',
  key: 'name',
  toRow: (scope) => ({ name: scope.name, settings: settings.write(scope) }),
  secrets: { table: 'ScopeSecret', owner: 'scopeName', of: ({ secrets }) => secrets },
});
