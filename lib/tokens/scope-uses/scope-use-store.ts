import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { writeTally } from '#lib/usage/use-tally';
import { batchesOf } from '#lib/vocabulary/batches';
import { type ScopeUse, scopeUses } from './note-scope-uses';

/**
 * Writes the uses that this process noted since the last call.
 * @throws what the database throws. All uses are then written the next time
 */
export function writeScopeUses(db: Database): Promise<void> {
  return writeTally(scopeUses(), (uses) => saveScopeUses(db, uses));
}

/** Writes uses. Uses of deleted people and clients are left out, and an older use never replaces a newer one. */
export async function saveScopeUses(db: Database, uses: readonly ScopeUse[]): Promise<void> {
  for (const batch of batchesOf(uses)) await saveBatch(db, batch);
}

async function saveBatch(db: Database, uses: readonly ScopeUse[]): Promise<void> {
  const subs = [...new Set(uses.map(({ sub }) => sub))];
  const ids = [...new Set(uses.map(({ clientId }) => clientId))];
  const people = await db.user.findMany({ where: { sub: { in: subs } }, select: { sub: true } });
  const clients = await db.client.findMany({
    where: { clientId: { in: ids }, removedAt: null },
    select: { clientId: true },
  });
  const knownSubs = new Set(people.map(({ sub }) => sub));
  const knownIds = new Set(clients.map(({ clientId }) => clientId));
  const rows = uses
    .filter(({ sub, clientId }) => knownSubs.has(sub) && knownIds.has(clientId))
    .map(({ sub, clientId, scope, at }) => sql`(${sub}, ${clientId}, ${scope}, ${at})`);
  if (rows.length === 0) return;
  await db.$executeRaw`
    INSERT INTO "ScopeUse" ("sub", "clientId", "scope", "lastUsedAt") VALUES ${join(rows)}
    ON CONFLICT ("sub", "clientId", "scope") DO UPDATE SET "lastUsedAt" = excluded."lastUsedAt"
    WHERE "ScopeUse"."lastUsedAt" < excluded."lastUsedAt"`;
}

/** When a person's clients last used each scope. */
export async function listScopeUses(db: Database | Transaction, sub: string): Promise<Omit<ScopeUse, 'sub'>[]> {
  const rows = await db.scopeUse.findMany({
    where: { sub },
    take: 5000,
    select: { clientId: true, scope: true, lastUsedAt: true },
  });
  return rows.map(({ lastUsedAt: at, ...row }) => ({ ...row, at }));
}

/** Deletes the uses of a client whose access ended, or of one of its scopes. */
export async function forgetScopeUses(
  tx: Transaction,
  key: { readonly sub: string; readonly clientId: string; readonly scope?: string },
): Promise<void> {
  await tx.scopeUse.deleteMany({ where: key });
}
