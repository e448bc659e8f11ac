import { isDeepStrictEqual } from 'node:util';
import { listChangesAfter, type RecordedChange as Recorded } from '#lib/audit/revision-store';
import type { Database, Transaction } from '#lib/db/database';
import { requireWholeHistory } from '#lib/db/revision';
import { isJsonObject } from '#lib/vocabulary/json';
import { type Wire, withoutFacts } from '#lib/vocabulary/wire-entry';
import type { EntryChange } from '../change';
import { type SectionName, sectionFields } from '../sections';

/**
 * The changes that restore a revision: each entry that changed since, as it was then, with the providers in their order
 * at that time. Pass them to changeConfiguration().
 * @returns empty if nothing changed since
 * @throws DatabaseUnavailable while a large change is being written
 */
export async function changesBackTo(db: Database | Transaction, number: number): Promise<EntryChange[]> {
  await requireWholeHistory(db);
  const since = await listChangesAfter(db, number);
  const first = new Map<string, Recorded>();
  for (const change of since) {
    const id = `${change.section} ${change.key}`;
    if (!first.has(id)) first.set(id, change);
  }
  return inFormerOrder([...first.values()]).flatMap(toChange);
}

/** The order of the changes becomes the order of the providers. */
export function inFormerOrder(changes: readonly Recorded[]): readonly Recorded[] {
  return changes.toSorted((one, other) => (formerPlace(one) ?? 0) - (formerPlace(other) ?? 0));
}

/** The place of a provider before the change. Undefined if it had none. */
function formerPlace({ before }: Pick<Recorded, 'before'>): number | undefined {
  return typeof before?.position === 'number' ? before.position : undefined;
}

/** The ID of a group before the change. Undefined for other entries. */
function formerId({ before }: Pick<Recorded, 'before'>): string | undefined {
  return typeof before?.id === 'string' ? before.id : undefined;
}

/** The IDs of a client's or an API's roles before the change, by name. Undefined if it had none. */
function formerRoleIds({ before }: Pick<Recorded, 'before'>): Readonly<Record<string, string>> | undefined {
  const ids = before?.role_ids;
  if (!isJsonObject(ids)) return undefined;
  return Object.fromEntries(Object.entries(ids).map(([role, id]) => [role, String(id)]));
}

/** What only the history knows of an entry before the change. */
export function formerFacts(change: Pick<Recorded, 'before'>) {
  return { position: formerPlace(change), id: formerId(change), roleIds: formerRoleIds(change) };
}

function toChange(change: Recorded): EntryChange[] {
  const { section: name, key, before } = change;
  const section = toSection(name);
  if (section === null) return [];
  if (section === 'portal') return before === null ? [] : [{ section, key: '', entry: before }];
  return [{ section, key, entry: before && withoutFacts(before), ...formerFacts(change) }];
}

/**
 * The current entry without one earlier change. The keys that the change set get their former values, and every other
 * key stays, also within a group. An entry that the change created is removed, and one that it deleted is restored. An
 * entry that was deleted since stays deleted.
 */
export function takeBack(stored: Wire | null, { before, after }: Pick<Recorded, 'before' | 'after'>): Wire | null {
  if (before === null) return null;
  if (after === null) return withoutFacts(before);
  if (stored === null) return null;
  return withoutFacts(withFormerValues(stored, before, after));
}

/** The groups of settings in a tenant and in the portal. */
const groups = new Set(['theme', 'links', 'agents']);

function withFormerValues(stored: Wire, before: Wire, after: Wire): Wire {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const former = changed.map((key) => {
    const [now, from, to] = [stored[key], before[key], after[key]];
    const isGroup = groups.has(key) && isJsonObject(now) && isJsonObject(from) && isJsonObject(to);
    return [key, isGroup ? withFormerValues(now, from, to) : from] as const;
  });
  const entry = { ...stored, ...Object.fromEntries(former) };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

/** The section with that name. Null if it no longer exists. */
export function toSection(name: string): SectionName | null {
  return isSection(name) ? name : null;
}

function isSection(name: string): name is SectionName {
  return Object.hasOwn(sectionFields, name);
}
