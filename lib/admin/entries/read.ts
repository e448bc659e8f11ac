import { listEvents } from '#lib/audit/event-store';
import { listEntryRevisions, type Revision } from '#lib/audit/revision-store';
import { type Section, sections } from '#lib/config/sections';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read';
import type { Check } from '../checks/check';
import { currentChecks } from '../checks/current-checks';
import { summarizeRevision } from '../history/read';

type Entry = { readonly section: EntrySection; readonly key: string };

const shown = 25;

/** A revision that changed the entry. */
export type EntryRevision = Revision & {
  /** The change of the entry, as a sentence without a period. */
  readonly summary: string;
};

/** The latest changes of an entry, and the latest events about it. It needs two statements. */
export async function readEntryHistory(
  { db }: AdminContext,
  { section, key }: Entry,
): Promise<{ readonly revisions: readonly EntryRevision[]; readonly events: readonly AuditEntry[] }> {
  const changed = await listEntryRevisions(db, { section, key, limit: shown });
  const revisions = changed.map(({ change, ...revision }) => ({ ...revision, summary: summarizeRevision([change]) }));
  const events = await listEvents(db, { targetId: key }, shown);
  return { revisions, events: events.filter(({ targetKind }) => targetKind === sections[section].target).map(toEntry) };
}

/** The findings about one entry, most severe first. */
export async function readEntryChecks(
  admin: AdminContext,
  { target }: Pick<Section, 'target'>,
  key: string,
): Promise<readonly Check[]> {
  const kind = target === 'identity_provider' ? 'provider' : target;
  return (await currentChecks(admin)).filter(({ object }) => object.kind === kind && object.id === key);
}
