import { isDeepStrictEqual } from 'node:util';
import type { SectionName } from './sections';
import type { Wire } from './wire';

/** What one entry of the configuration becomes. */
export type Change = {
  readonly kind: 'create' | 'update' | 'delete';
  readonly section: SectionName;
  /** The entry's name, client_id or user name; empty for the portal, of which there is one. */
  readonly key: string;
  /** For an update: the keys that get another value. */
  readonly values: readonly ValueChange[];
  /** The entry before and after; null where it did not exist or exists no more. */
  readonly before: Wire | null;
  readonly after: Wire | null;
};

export type ValueChange = { readonly key: string; readonly from: unknown; readonly to: unknown };

/** What has to be written for one section, and how to tell it. */
export type SectionPlan<Stored> = {
  readonly create: readonly Stored[];
  readonly update: readonly Stored[];
  readonly remove: readonly Stored[];
  /** The section once this is written. */
  readonly after: readonly Stored[];
  readonly changes: readonly Change[];
};

/** How the entries of a section are named and compared. */
export type Kind<Stored> = {
  readonly section: SectionName;
  /** What entries are matched by. */
  readonly id: (entry: Stored) => string;
  readonly label: (entry: Stored) => string;
  readonly wire: (entry: Stored) => Wire;
};

/**
 * Compares a section with what it shall be.
 * @param desired the entries that shall be as given here
 * @param goes whether a stored entry that is not among them is deleted
 */
export function diffSection<Stored>(
  kind: Kind<Stored>,
  stored: readonly Stored[],
  desired: readonly Stored[],
  goes: (id: string) => boolean,
): SectionPlan<Stored> {
  const former = new Map(stored.map((entry) => [kind.id(entry), entry]));
  const wanted = new Set(desired.map(kind.id));
  const unlisted = stored.filter((entry) => !wanted.has(kind.id(entry)));
  const remove = unlisted.filter((entry) => goes(kind.id(entry)));
  const create = desired.filter((entry) => !former.has(kind.id(entry)));
  const update: Stored[] = [];
  const updates: Change[] = [];
  for (const entry of desired) {
    const before = former.get(kind.id(entry));
    if (before === undefined) continue;
    const [from, to] = [kind.wire(before), kind.wire(entry)];
    const values = diffWire(from, to);
    if (values.length === 0) continue;
    update.push(entry);
    updates.push({ kind: 'update', section: kind.section, key: kind.label(entry), values, before: from, after: to });
  }
  const base = (entry: Stored) => ({ section: kind.section, key: kind.label(entry), values: [] });
  const creates = create.map(
    (entry): Change => ({ kind: 'create', ...base(entry), before: null, after: kind.wire(entry) }),
  );
  const deletes = remove.map(
    (entry): Change => ({ kind: 'delete', ...base(entry), before: kind.wire(entry), after: null }),
  );
  return {
    create,
    update,
    remove,
    after: [...unlisted.filter((entry) => !goes(kind.id(entry))), ...desired],
    changes: [...creates, ...updates, ...deletes],
  };
}

/** The keys whose values differ; the order of the keys inside a value does not matter, that of a list does. */
export function diffWire(from: Wire, to: Wire): ValueChange[] {
  return Object.keys(to)
    .filter((key) => !isDeepStrictEqual(from[key], to[key]))
    .map((key) => ({ key, from: from[key], to: to[key] }));
}
