import type { ApplyReport } from '#lib/config/apply';
import { describeMark } from '#lib/config/impact/describe-mark';
import { readImpact } from '#lib/config/impact/read-impact';
import type { Transaction } from '#lib/db/database';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { planEntries, saveEntries } from '../configuration/save-entries';
import { lockOwners } from '../users/account-store';
import { listDemo } from './list-demo';

/** An entry of the demo, and the effects of deleting it, in words. */
export type DemoLine = { readonly section: string; readonly key: string; readonly risks: readonly string[] };

/**
 * The entries that removing the demo data would delete.
 * @throws AdminError if another entry still needs one of them
 */
export async function planDemo(admin: AdminContext): Promise<DemoLine[]> {
  const { changes } = await planEntries(admin, await listDemo(admin));
  const impact = await readImpact(admin.db, changes, admin.now);
  return changes.map((change) => ({
    section: change.section,
    key: change.key,
    risks: (impact.get(change) ?? []).map(describeMark),
  }));
}

/**
 * Deletes the clients, scopes and users of the demo configuration, completely or not at all. Their sessions and tokens
 * end too. The administrator must still be an owner in the transaction and is never deleted, so at least one owner
 * remains.
 * @throws AdminError `forbidden`; `in_use` if another entry still needs one of them
 */
export async function removeDemo(admin: AdminContext): Promise<ApplyReport> {
  const { sub } = admin.principal;
  const alongside = async (tx: Transaction) => {
    const owners = await lockOwners(tx);
    if (sub === null || !owners.includes(sub))
      throw new AdminError('forbidden', 'Only an owner can remove the demo data');
  };
  return saveEntries(admin, await listDemo(admin), { alongside });
}
