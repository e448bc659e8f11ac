import { type ClientRecord, wireClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { entryVersion } from '#lib/config/entry-version';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import type { Judged } from '../bulk/save-together';
import { isForOwner } from '../configuration/check-authority';

/** How an action on several clients treats one of them. */
type ClientJudge = {
  /** The name on the page. */
  readonly nameOf: (record: ClientRecord) => string;
  /** The reason against the action. Null if there is none. */
  readonly reasonAgainst: (record: ClientRecord) => string | null;
  /** The entry after the action. Null if it is deleted. Absent if the action does not change entries. */
  readonly entryAfter?: (wire: Wire) => Wire | null;
  /** True if the action depends on what the page shows of a client. The plan then contains the version. */
  readonly dependsOnVersion?: boolean;
};

/**
 * The clients with either the reason against an action or the edit that executes it. One read, regardless of their
 * number.
 */
export async function judgeClients(
  { db, principal }: Pick<AdminContext, 'db' | 'principal'>,
  ids: readonly string[],
  { nameOf, reasonAgainst, entryAfter, dependsOnVersion = false }: ClientJudge,
): Promise<readonly Judged[]> {
  const records = new Map((await listClients(db, ids)).map((record) => [record.clientId, record]));
  return ids.map((id) => {
    const record = records.get(id);
    if (record === undefined) return { id, name: id, reason: 'gone', edit: null };
    const wire = wireClient(record);
    const needsOwner = isForOwner(principal, { section: 'clients', before: wire, after: null });
    return {
      id,
      name: nameOf(record),
      version: dependsOnVersion ? entryVersion(wire) : null,
      reason: needsOwner ? 'owners_only' : reasonAgainst(record),
      edit: entryAfter ? { section: 'clients', key: id, entry: entryAfter(wire), expected: entryVersion(wire) } : null,
    };
  });
}
