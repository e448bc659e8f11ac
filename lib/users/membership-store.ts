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
 * Removes deleted tenants from the accounts that list them. An account without any remaining tenant gets `none`, so it
 * can sign in only if no tenant applies.
 */
export async function leaveTenants(tx: Transaction, deleted: readonly string[], now: Date): Promise<void> {
  if (deleted.length === 0) return;
  const gone = new Set(deleted);
  for (const { tenants, column } of await listMemberships(tx)) {
    const kept = tenants.filter((name) => !gone.has(name));
    if (kept.length === tenants.length) continue;
    const data = { tenants: JSON.stringify(kept.length === 0 ? 'none' : kept), updatedAt: now };
    await tx.user.updateMany({ where: { tenants: column }, data });
  }
  await tx.userWord.deleteMany({ where: { word: { in: deleted.map(tenantWord) } } });
}
