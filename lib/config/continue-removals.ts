import { deleteEmptyClients, lockClients } from '#lib/clients/client-store';
import { removeClientRows } from '#lib/clients/delete-clients';
import type { Database, Transaction } from '#lib/db/database';
import { drain, severalStatements } from '#lib/db/drain';
import { findRemovals, finishRemovals, type Removals, removeDependents, type Slice } from '#lib/db/removal';
import { transaction } from '#lib/db/transaction';
import { removeAssignmentsOf } from '#lib/groups/assignment-store';
import { holdPeople, listSomeOfProviders, writeMemberships } from '#lib/groups/membership-store';
import { listProviders } from '#lib/providers/provider-store';
import { revokeSomeOfTenant } from '#lib/tokens/grant-store';
import { removeMemberships, removeMembershipsOf } from '#lib/users/tenant-membership-store';
import { isConfigurationError } from './problem';

/**
 * Removes what is left of deleted clients, people, tenants and mappings, in slices. What was interrupted goes on at the next run,
 * and several processes may run it at the same time.
 * @returns the number of rows
 */
export async function continueRemovals(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const { dialect } = db.prepared;
  let total = 0;
  for (;;) {
    const removals = signal?.aborted ? null : await findRemovals(db);
    if (removals === null) return total;
    let isDone = false;
    const slice = async (limit: number) => {
      const count = await transaction(db, (tx) => removeSlice(tx, removals, { dialect, limit, now }));
      isDone = count < limit;
      return { count };
    };
    total += await drain(slice, { ...severalStatements(dialect), ...(signal && { signal }) });
    if (!isDone) return total;
  }
}

/**
 * Applies a file. If it names something that is still being removed, the removals are finished first: there may be no
 * server whose job does it, and a server that cannot apply its file does not start.
 */
export async function afterRemovals<Result>(db: Database, now: Date, apply: () => Promise<Result>): Promise<Result> {
  try {
    return await apply();
  } catch (error) {
    if (!isConfigurationError(error) || error.problems.every(({ code }) => code !== 'still_removed')) throw error;
    await continueRemovals(db, now);
    return apply();
  }
}

/** Once nothing is left, the names are free. */
async function removeSlice(tx: Transaction, removal: Removals, slice: Slice): Promise<number> {
  const { limit } = slice;
  const count = await removeRows(tx, removal, slice);
  if (count < limit) await finishRemovals(tx, removal);
  return count;
}

async function removeRows(tx: Transaction, { kind, names }: Removals, slice: Slice): Promise<number> {
  const { dialect, limit } = slice;
  switch (kind) {
    case 'tenant':
      return leaveAll(tx, names, slice);
    case 'mapping':
      return removeMapped(tx, names, { limit, which: 'all' });
    case 'issuer':
    case 'tenants':
      return removeMapped(tx, names, {
        limit,
        which: (await listProviders(tx)).filter(({ name }) => names.includes(name)),
      });
    case 'role':
      return removeAssignmentsOf(tx, { target: { in: [...names] } }, limit);
    case 'user':
      return removeDependents(tx, kind, { names, ...slice });
    case 'client': {
      // A process that does not know of the deletion yet may still write something, until the client is locked.
      const first = await removeClientRows(tx, { names, ...slice });
      if (first >= limit) return first;
      await lockClients(tx, dialect, names);
      const last = await removeClientRows(tx, { names, ...slice });
      if (last < limit) await deleteEmptyClients(tx, names);
      return last < limit ? first : last;
    }
    default:
      throw new Error(`unknown kind of removal ${kind}`);
  }
}

/** Memberships that providers gave, at most `limit`. Their people are held, so a sign-in does not write others meanwhile. */
async function removeMapped(
  tx: Transaction,
  names: readonly string[],
  which: Parameters<typeof listSomeOfProviders>[2],
): Promise<number> {
  const found = await listSomeOfProviders(tx, names, which);
  const held = await holdPeople(
    tx,
    found.map(({ sub }) => sub),
  );
  // Somebody may have signed in at the present issuer or an allowed tenant before they were held.
  const still = which.which === 'all' ? found : await listSomeOfProviders(tx, names, which);
  await writeMemberships(tx, { remove: still.filter(({ sub }) => held.has(sub)) });
  return found.length;
}

async function leaveAll(tx: Transaction, names: readonly string[], slice: Slice): Promise<number> {
  let count = 0;
  for (const name of names) {
    const left = slice.limit - count;
    if (left > 0) count += await leaveTenant(tx, name, { ...slice, limit: left });
  }
  return count;
}

/**
 * Revokes grants under a deleted tenant, and removes it from the accounts that list it. A new tenant with the same name
 * may belong to another organization.
 * @returns how many; fewer than the limit if nothing is left
 */
export async function leaveTenant(tx: Transaction, name: string, { dialect, limit, now }: Slice): Promise<number> {
  const revoked = await revokeSomeOfTenant(tx, name, { dialect, limit, now });
  if (revoked >= limit) return revoked;
  const count = revoked + (await removeMembershipsOf(tx, name, { limit: limit - revoked, now }));
  // Accounts whose words are not written yet.
  if (count < limit) await removeMemberships(tx, [name], now);
  return count;
}
