import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { tenantWord } from './user-word-store';

/** Accounts with the same list of tenants. */
type Membership = {
  readonly tenants: readonly string[];
  readonly accounts: number;
  /** The stored list. */
  readonly column: string;
};

const names = z.array(z.string());

/** The distinct lists of tenants. There are few, regardless of the number of accounts. Reads every account. */
export async function listMemberships(db: Database | Transaction): Promise<Membership[]> {
  const rows = await db.user.groupBy({
    by: ['tenants'],
    where: { tenants: { startsWith: '[' } },
    orderBy: { tenants: 'asc' },
    _count: { _all: true },
  });
  return rows.map(({ tenants: column, _count: { _all: accounts } }) => {
    return { tenants: storedJsonOr(names, column, []), accounts, column };
  });
}

/**
 * Removes a deleted tenant from at most `limit` accounts that are found by its word.
 * @returns how many
 */
export async function removeMembershipsOf(
  tx: Transaction,
  tenant: string,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<number> {
  const word = tenantWord(tenant);
  const members = await tx.userWord.findMany({
    where: { word },
    orderBy: { sub: 'asc' },
    take: limit,
    select: { sub: true, user: { select: { tenants: true } } },
  });
  if (members.length === 0) return 0;
  const subs = members.map(({ sub }) => sub);
  for (const column of new Set(members.map(({ user }) => user.tenants))) {
    const listed = storedJsonOr(names, column, []);
    if (!listed.includes(tenant)) continue;
    const data = { tenants: without(listed, new Set([tenant])), updatedAt: now };
    await tx.user.updateMany({ where: { sub: { in: subs }, tenants: column }, data });
  }
  await tx.userWord.deleteMany({ where: { word, sub: { in: subs } } });
  return members.length;
}

/**
 * Removes deleted tenants from the accounts that list them. An account without any remaining tenant gets `none`, so it
 * can sign in only if no tenant applies.
 */
export async function removeMemberships(tx: Transaction, deleted: readonly string[], now: Date): Promise<void> {
  if (deleted.length === 0) return;
  const gone = new Set(deleted);
  for (const { tenants, column } of await listMemberships(tx)) {
    if (!tenants.some((name) => gone.has(name))) continue;
    const data = { tenants: without(tenants, gone), updatedAt: now };
    await tx.user.updateMany({ where: { tenants: column }, data });
  }
  await tx.userWord.deleteMany({ where: { word: { in: deleted.map(tenantWord) } } });
}

function without(tenants: readonly string[], gone: ReadonlySet<string>): string {
  const kept = tenants.filter((name) => !gone.has(name));
  return JSON.stringify(kept.length === 0 ? 'none' : kept);
}
