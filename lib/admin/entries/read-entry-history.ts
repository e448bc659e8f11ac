import { listEvents } from '#lib/audit/store';
import { listEntryRevisions, type Revision } from '#lib/config/revisions/store';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read-audit';

type Entry = { readonly section: 'identity_providers' | 'tenants'; readonly key: string };

const kinds = { identity_providers: 'identity_provider', tenants: 'tenant' } as const;
const shown = 25;

/** A revision that changed the entry. */
export type EntryRevision = Revision;

/** The last changes of an entry, and the last events about it: two statements. */
export async function readEntryHistory(
  { db }: AdminContext,
  { section, key }: Entry,
): Promise<{ readonly revisions: readonly EntryRevision[]; readonly events: readonly AuditEntry[] }> {
  const revisions = await listEntryRevisions(db, { section, key, limit: shown });
  const events = await listEvents(db, { targetId: key }, shown);
  return { revisions, events: events.filter(({ targetKind }) => targetKind === kinds[section]).map(toEntry) };
}
