import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import type { Portal } from '#lib/tenants/schema';
import type { EntrySection, Wire } from '#lib/vocabulary/wire-entry';
import { type PlacedChange, planSection, type SectionPlan, type Some, settleSome } from './plan-section';
import type { Problem } from './problem';
import type { Definition, Situation, Storable } from './section-definition';

/**
 * Creates a section from its definition. The types of its entries and records stay internal, so callers use all
 * sections the same way.
 */
export function defineSection<const Name extends EntrySection, Entry, Stored extends Storable>(
  definition: Definition<Name, Entry, Stored>,
) {
  const {
    name,
    noun,
    shortNoun = noun,
    fields,
    defaults = {},
    groups = {},
    implied,
    idOf,
    labelOf = idOf,
  } = definition;
  const { list, exported = (entry) => entry } = definition;
  type Listed = { readonly [Key in Name]?: readonly Entry[] | undefined };
  const usual = defaultsOf(fields, defaults);
  const usualGroups = Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, defaultsOf(group, {})]));
  const brief = (entry: Wire): Wire => withoutDefaults(entry, usual, usualGroups);

  return {
    ...definition,
    shortNoun,
    /** An entry without the keys that have their default. */
    withoutDefaults: brief,
    /**
     * The section as in a file. Unreadable entries are left out.
     * @param ids the IDs of the needed entries; null for all
     */
    export: async (
      db: Database,
      ids: readonly string[] | null = null,
      secret: MasterSecret | null = null,
    ): Promise<readonly Wire[]> => {
      const readable = (await list(db, ids)).filter(({ unreadable }) => unreadable !== true);
      // By code unit, which is the same on every machine and in both databases.
      const sorted = definition.isOrdered ? readable : [...readable].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
      return sorted
        .map((entry) => definition.wire(exported(entry, secret)))
        .map((entry) => withoutDefaults(brief(entry), implied?.(entry) ?? {}, {}));
    },
    /** The names of the unreadable entries. */
    listUnreadable: async (db: Database): Promise<readonly string[]> =>
      (await list(db, null)).filter(({ unreadable }) => unreadable === true).map(labelOf),
    /** The repeated values of a file. Each problem is at the second occurrence. */
    findDuplicates: (listed: Listed): readonly Problem[] => {
      const problems: Problem[] = [];
      for (const [key, identify] of Object.entries(definition.unique)) {
        const seen = new Set<string>();
        for (const [index, entry] of (listed[name] ?? []).entries()) {
          const value = identify(entry);
          if (value === undefined) continue;
          const message = `${value} is already in this section`;
          if (seen.has(value)) problems.push({ path: [name, index, key], code: 'duplicate', message });
          seen.add(value);
        }
      }
      return problems;
    },
    /** @param portal the portal after the file is applied */
    findWarnings: (listed: Listed, portal: Portal): readonly string[] =>
      definition.warnings?.(listed[name] ?? [], portal) ?? [],
    /**
     * Moves some entries of a large change into place.
     * @returns their changes; none if every entry is in place
     */
    settle: (tx: Transaction, some: Some): Promise<readonly PlacedChange[]> => settleSome(definition, tx, some),
    /** Compares the section with a file. Reads nothing if the file does not name the section. */
    plan: (listed: Listed, situation: Situation): Promise<SectionPlan<Stored>> =>
      planSection(definition, listed[name] ?? [], situation),
  };
}

/**
 * The default of each key, as in a file.
 * @param written the defaults whose form in a file differs from the output of the schema
 */
export function defaultsOf(fields: Readonly<Record<string, z.ZodType>>, written: Wire): Wire {
  const values = Object.entries(fields).map(([key, field]) => [key, field.safeParse(undefined).data]);
  return { ...Object.fromEntries(values), ...written };
}

/** An entry without the keys that have their default. A group keeps only its keys that differ. */
export function withoutDefaults(entry: unknown, defaults: Wire, groups: Readonly<Record<string, Wire>> = {}): Wire {
  const entries = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
  const kept = entries.filter(([key, value]) => {
    const usual = groups[key] ?? defaults[key];
    return usual === undefined || !isDeepStrictEqual(value, usual);
  });
  return Object.fromEntries(
    kept.map(([key, value]) => [key, groups[key] === undefined ? value : withoutDefaults(value, groups[key])]),
  );
}
