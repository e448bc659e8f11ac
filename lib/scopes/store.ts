import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { storedChoice, storedList } from '#lib/vocabulary/stored';
import { builtInScopes } from './built-in';
import type { Scope, ScopeSecret } from './scope';

const types = ['identity', 'resource'] as const;

/** The texts as stored: by language, already in our own names. */
const storedTexts = z.record(
  z.string(),
  z.object({ displayName: z.string().exactOptional(), description: z.string().exactOptional() }),
);

/** The configured scopes, with their secrets in order: two statements however many there are. */
export async function listScopes(db: Database | Transaction): Promise<Scope[]> {
  const rows = await db.scope.findMany({ omit: { createdAt: true, updatedAt: true } });
  return readRows(rows, await listSecrets(db));
}

/** One configured scope as it is stored now; null when there is none. */
export async function findScope(db: Database | Transaction, name: string): Promise<Scope | null> {
  const rows = await db.scope.findMany({ where: { name }, omit: { createdAt: true, updatedAt: true } });
  const [scope = null] = readRows(rows, await listSecrets(db, { scopeName: name }));
  return scope;
}

type Row = Omit<Scope, 'type' | 'claims' | 'texts' | 'secrets' | 'builtIn'> &
  Readonly<Record<'type' | 'claims' | 'texts', string>>;

function readRows(rows: readonly Row[], secrets: ReadonlyMap<string, ScopeSecret[]>): Scope[] {
  return rows.map((row) => ({
    ...row,
    type: storedChoice(types, row.type),
    claims: storedList(row.claims),
    texts: storedTexts.parse(JSON.parse(row.texts)),
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

/** Creates scopes that do not exist yet. */
export async function createScopes(tx: Transaction, scopes: readonly Scope[], now: Date): Promise<void> {
  const rows = scopes.map((scope) => ({ ...toRow(scope), createdAt: now, updatedAt: now }));
  for (const data of batchesOf(rows)) await tx.scope.createMany({ data });
  const secrets = scopes.flatMap((scope) => secretRows(scope, now));
  for (const data of batchesOf(secrets)) await tx.scopeSecret.createMany({ data });
}

/** Replaces a scope whole; a secret that stays keeps the time it was made. */
export async function updateScope(tx: Transaction, scope: Scope, now: Date): Promise<void> {
  const { name, ...columns } = toRow(scope);
  await tx.scope.update({ where: { name }, data: { ...columns, updatedAt: now }, select: { name: true } });
  const madeAt = await tx.scopeSecret.findMany({ where: { scopeName: name }, select: { id: true, createdAt: true } });
  const known = new Map(madeAt.map((secret) => [secret.id, secret.createdAt]));
  await tx.scopeSecret.deleteMany({ where: { scopeName: name } });
  const rows = secretRows(scope, now).map((row) => ({ ...row, createdAt: known.get(row.id) ?? now }));
  if (rows.length > 0) await tx.scopeSecret.createMany({ data: rows });
}

/** Deletes scopes with their secrets. */
export async function deleteScopes(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const batch of batchesOf(names)) await tx.scope.deleteMany({ where: { name: { in: batch } } });
}

function toRow({ secrets: _, builtIn: __, ...scope }: Scope) {
  return { ...scope, claims: JSON.stringify(scope.claims), texts: JSON.stringify(scope.texts) };
}

function secretRows(scope: Scope, now: Date) {
  return scope.secrets.map((secret, position) => ({ ...secret, scopeName: scope.name, position, createdAt: now }));
}
