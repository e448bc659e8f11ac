import type { Database } from '#lib/db/database';
import { listFormerGroupNames } from '#lib/groups/group-store';
import { listFormerRoleNames } from '#lib/groups/role-store';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Change } from '../diff';
import { isHeld } from './impact-store';

/** The names that a change gives to new groups or roles, each with its ID. */
type Created = { readonly change: Change; readonly names: ReadonlyMap<string, unknown> };

/**
 * The groups and roles that are created under the name of one that left: they start empty, and its people come back
 * only with the change that removed it.
 */
export async function findFormerNames(
  db: Database,
  changes: readonly Change[],
  now: Date,
): Promise<ReadonlyMap<Change, readonly string[]>> {
  const created = changes.map((change): Created => ({ change, names: createdNames(change) }));
  const some = created.filter(({ names }) => names.size > 0);
  const isGroup = ({ change }: Created) => change.section === 'groups';
  const groups = some.some(isGroup) ? await listFormerGroupNames(db, now) : [];
  const roles = some.every(isGroup) ? [] : await listFormerRoleNames(db, now);
  const found = new Map<Change, readonly string[]>();
  for (const one of some) {
    const [former, keyOf] = isGroup(one) ? [groups, groupKey] : [roles, (name: string) => name];
    const own = new Set<string>();
    for (const { id, name } of former) {
      const newId = one.names.get(keyOf(name));
      if (newId !== undefined && newId !== id && (await isHeld(db, one.change, id))) own.add(name);
    }
    if (own.size > 0) found.set(one.change, [...own]);
  }
  return found;
}

function createdNames({ kind, section, key, values, before, after }: Change): ReadonlyMap<string, unknown> {
  if (section === 'groups') return new Map(kind === 'create' ? [[groupKey(key), after?.id]] : []);
  // A new client or API has no people of a former one.
  const isOwner = section === 'clients' || section === 'apis';
  if (kind !== 'update' || !isOwner || !values.some((value) => value.key === 'roles')) return new Map();
  const known = roleIdsOf(before);
  return new Map(Object.entries(roleIdsOf(after)).filter(([name]) => known[name] === undefined));
}

function roleIdsOf(entry: Wire | null): Readonly<Record<string, unknown>> {
  const ids = entry?.role_ids;
  return typeof ids === 'object' && ids !== null ? Object.fromEntries(Object.entries(ids)) : {};
}
