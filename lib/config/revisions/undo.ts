import { listChanges, type EntryChange as Recorded } from '#lib/audit/revision-store';
import type { Database, Transaction } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import type { EntryChange } from '../change';
import { type SectionName, sectionFields } from '../sections';

/**
 * What has to be changed for the configuration to be what it was right after a revision: the entries that were changed
 * since, as they were then. To be given to changeConfiguration().
 * @returns empty when nothing was changed since
 */
export async function changesBackTo(db: Database | Transaction, number: number): Promise<EntryChange[]> {
  const since = await listChanges(db, { after: number, upTo: await readRevision(db) });
  const first = new Map<string, Recorded>();
  for (const change of since) {
    const id = `${change.section} ${change.key}`;
    if (!first.has(id)) first.set(id, change);
  }
  return [...first.values()].flatMap(toChange);
}

function toChange({ section, key, before }: Recorded): EntryChange[] {
  if (!isSection(section)) return [];
  if (section === 'portal') return before === null ? [] : [{ section, key: '', entry: before }];
  return [{ section, key, entry: before && withoutPosition(before) }];
}

/** A provider's place among the buttons is told by the order of a file, not by a key of its own. */
function withoutPosition({ position: _, ...entry }: Readonly<Record<string, unknown>>) {
  return entry;
}

function isSection(name: string): name is SectionName {
  return Object.hasOwn(sectionFields, name);
}
