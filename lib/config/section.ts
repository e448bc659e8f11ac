import type { z } from 'zod';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import type { EntryTable, EntryUpdate } from '#lib/db/entry-table';
import type { KeyAlg } from '#lib/keys/algorithms';
import type { ChangeContext } from '#lib/sessions/update-account';
import type { Portal } from '#lib/tenants/tenant';
import type { EntrySection, Wire } from '#lib/vocabulary/wire-entry';
import type { Accounts } from './accounts';
import { defaultsOf, withoutDefaults } from './defaults';
import { type Change, diffWire } from './diff';
import type { Mark } from './impact/mark';
import type { ConfigurationError, Path, Problem } from './problem';

/** A name in one entry that leads to another. */
export type Reference = {
  /** Where it stands in the entry. */
  readonly path: Path;
  readonly to: EntrySection;
  readonly name: string;
};

/** What a file is compared with, and how. */
export type Situation = {
  readonly db: Database | Transaction;
  readonly accounts: Accounts;
  /** SIGNET_SECRET: it seals and opens the secrets of providers. */
  readonly secret: MasterSecret;
  readonly fail: (problems: readonly Problem[]) => ConfigurationError;
  /** The stored entries of a section that are deleted besides: all that the file does not list, or these. */
  readonly removed: (section: EntrySection) => 'unlisted' | readonly string[];
};

/** One section of the configuration: everything about it that is not the same for all sections. */
type Definition<Name extends EntrySection, Entry, Stored extends Storable> = {
  readonly name: Name;
  /** What an entry is called, for people. */
  readonly noun: string;
  /** The same in the middle of a sentence that names the entry. */
  readonly shortNoun?: string;
  /** What an entry is called in the audit log. */
  readonly target: 'scope' | 'client' | 'user' | 'identity_provider' | 'tenant';
  /** The keys of an entry, in the order of the file. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly schema: z.ZodType<Entry>;
  /** Defaults that a file writes in another way than the schema gives them. */
  readonly defaults?: Wire;
  /** Groups of keys that have defaults of their own. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;
  /** Values that follow from the others of an entry, which an export leaves out. */
  readonly implied?: (entry: Wire) => Wire;
  /** Keys whose values may not stand twice in a file. */
  readonly unique: Readonly<Record<string, (entry: Entry) => string | undefined>>;
  /** What entries are matched by. */
  readonly idOf: (entry: Entry | Stored) => string;
  /** The stored entries. @param ids what the entries that are needed are matched by; null for all of them */
  readonly list: (
    db: Database | Transaction,
    ids: readonly string[] | null,
    accounts?: Accounts,
  ) => Promise<readonly Stored[]>;
  /** A file with more entries than this is compared with all that are stored; absent: every file is. */
  readonly fewEntries?: number;
  /** What the history, the audit log and plans call an entry; absent: what it is matched by. */
  readonly labelOf?: (entry: Stored) => string;
  /** The key of the name that people know an entry by. */
  readonly nameKey: string;
  /** What the audit log identifies an entry by; absent: its label. */
  readonly targetId?: (entry: Wire) => unknown;
  readonly wire: (entry: Stored) => Wire;
  /** An entry as an export writes it; absent: as it is stored. @param secret opens what only such an export contains */
  readonly exported?: (entry: Stored, secret: MasterSecret | null) => Stored;
  /** An entry as plans compare it; absent: its wire form. */
  readonly compared?: (entry: Stored) => Wire;
  /** Entries have an order of their own, which an export keeps. */
  readonly isOrdered?: true;
  /** The records that the entries of a file describe, in their order. */
  readonly toStored: (
    entries: readonly Entry[],
    stored: ReadonlyMap<string, Stored>,
    situation: Situation,
  ) => readonly Stored[] | Promise<readonly Stored[]>;
  /** Names that exist without being listed. */
  readonly builtIn?: readonly string[];
  readonly references?: (entry: Stored) => readonly Reference[];
  /** The algorithms of our signatures for an entry. */
  readonly algs?: (entry: Stored) => readonly KeyAlg[];
  /** What is only named here may be deleted. */
  readonly isWeak?: true;
  readonly write: EntryTable<Stored, ChangeContext>;
  /** What the operator of a file should know. */
  readonly warnings?: (entries: readonly Entry[], portal: Portal) => readonly string[];
  /** What the end of an entry breaks, whether it is deleted or switched off. */
  readonly endMarks: (change: Change, asked: { readonly db: Database; readonly now: Date }) => Promise<readonly Mark[]>;
};

type Storable = { readonly unreadable?: true };

/** What a file changes in one section. */
type SectionPlan<Stored> = {
  /** The stored entries that it was compared with. */
  readonly former: ReadonlyMap<string, Stored>;
  /** The entries that the file lists, as they become. */
  readonly desired: readonly Stored[];
  readonly changes: readonly Change[];
  /** The names of those that exist no more. */
  readonly gone: ReadonlySet<string>;
  /** The algorithms that an entry is signed for with and was not before. */
  readonly newAlgs: readonly KeyAlg[];
  /** All entries once this is written. They are read when this is called for the first time. */
  readonly after: () => Promise<readonly Stored[]>;
  /** The names that exist then. */
  readonly names: () => Promise<ReadonlySet<string>>;
  /** The references of the file's entries, with their places in the file. */
  readonly listed: readonly (Reference & { readonly isNew: boolean })[];
  /** The references that nothing may delete, with who has them. */
  readonly held: () => Promise<readonly (Reference & { readonly by: string })[]>;
  readonly write: (dialect: Dialect, circumstances: ChangeContext) => SectionWrites;
};

/** The writes of a section; absent where there is nothing to write. */
type SectionWrites = Readonly<Partial<Record<'remove' | 'update' | 'create', PreparedWrite>>>;

/**
 * Makes a section of its definition. The types of its entries and records stay inside: what all sections have in common is
 * asked of each in the same way.
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
     * The section as a file writes it. An entry that cannot be read is left out.
     * @param ids those that are needed; null for all
     */
    export: async (
      db: Database,
      ids: readonly string[] | null = null,
      secret: MasterSecret | null = null,
    ): Promise<readonly Wire[]> => {
      const readable = (await list(db, ids)).filter(({ unreadable }) => unreadable !== true);
      // By code unit: the same on every machine and in both databases.
      const sorted = definition.isOrdered ? readable : [...readable].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
      return sorted
        .map((entry) => definition.wire(exported(entry, secret)))
        .map((entry) => withoutDefaults(brief(entry), implied?.(entry) ?? {}, {}));
    },
    /** The names of the entries that cannot be read. */
    listUnreadable: async (db: Database): Promise<readonly string[]> =>
      (await list(db, null)).filter(({ unreadable }) => unreadable === true).map(labelOf),
    /** The values that stand twice in a file; each problem stands at the second one. */
    findDuplicates: (listed: Listed): readonly Problem[] =>
      Object.entries(definition.unique).flatMap(([key, identify]) =>
        repeated((listed[name] ?? []).map(identify)).map(([index, value]) => ({
          path: [name, index, key],
          code: 'duplicate',
          message: `${value} is in this section already`,
        })),
      ),
    /** @param portal the portal once the file is applied */
    findWarnings: (listed: Listed, portal: Portal): readonly string[] =>
      definition.warnings?.(listed[name] ?? [], portal) ?? [],
    /** Compares the section with what a file says of it. A section that it does not name is not read. */
    plan: (listed: Listed, situation: Situation): Promise<SectionPlan<Stored>> =>
      planSection(definition, listed[name] ?? [], situation),
  };
}

async function planSection<Name extends EntrySection, Entry, Stored extends Storable>(
  definition: Definition<Name, Entry, Stored>,
  entries: readonly Entry[],
  situation: Situation,
): Promise<SectionPlan<Stored>> {
  const { name, idOf, labelOf = idOf, list, references = () => [], algs = () => [], builtIn = [], write } = definition;
  const { db, accounts } = situation;
  const compared = definition.compared ?? definition.wire;
  const removed = situation.removed(name);
  const named = removed === 'unlisted' ? null : [...entries.map(idOf), ...removed];
  const isNamed = named === null || named.length > 0;
  const ids = named !== null && named.length <= (definition.fewEntries ?? 0) ? named : null;
  const stored = isNamed ? await list(db, ids, accounts) : [];
  const former = new Map(stored.map((entry) => [idOf(entry), entry]));
  const desired = entries.length === 0 ? [] : await definition.toStored(entries, former, situation);
  const wanted = new Set(desired.map(idOf));
  const unwanted = removed === 'unlisted' ? null : new Set(removed);
  const isRemoved = (id: string) => !wanted.has(id) && (unwanted === null || unwanted.has(id));
  const remove = stored.filter((entry) => isRemoved(idOf(entry)));
  const create = desired.filter((entry) => !former.has(idOf(entry)));
  const update: EntryUpdate<Stored>[] = [];
  const base = (entry: Stored) => ({ section: name, key: labelOf(entry) });
  const updates = desired.flatMap((record): Change[] => {
    const known = former.get(idOf(record));
    if (known === undefined) return [];
    const [before, after] = [compared(known), compared(record)];
    const values = diffWire(before, after);
    if (values.length === 0) return [];
    update.push({ former: known, record });
    return [{ kind: 'update', ...base(record), values, before, after }];
  });
  const creates = create.map(
    (entry): Change => ({ kind: 'create', ...base(entry), values: [], before: null, after: compared(entry) }),
  );
  const deletes = remove.map(
    (entry): Change => ({ kind: 'delete', ...base(entry), values: [], before: compared(entry), after: null }),
  );
  const after = once(async () => {
    const all = isNamed && ids === null ? stored : await list(db, null);
    return [...all.filter((entry) => !wanted.has(idOf(entry)) && !isRemoved(idOf(entry))), ...desired];
  });
  return {
    former,
    desired,
    changes: [...creates, ...updates, ...deletes],
    // A built-in entry that loses its own settings is there still.
    gone: new Set(remove.map(idOf).filter((id) => !builtIn.includes(id))),
    newAlgs: [...create, ...update.map(({ record }) => record)].flatMap((entry) => {
      const known = former.get(idOf(entry));
      const before = known === undefined ? [] : algs(known);
      return algs(entry).filter((alg) => !before.includes(alg));
    }),
    after,
    names: once(async () => new Set([...builtIn, ...(await after()).map(idOf)])),
    listed: desired.flatMap((entry, index) => {
      const known = former.get(idOf(entry));
      const before = new Set((known === undefined ? [] : references(known)).map(({ to, name }) => `${to} ${name}`));
      return references(entry).map(({ path, to, name: other }) => {
        return { path: [name, index, ...path], to, name: other, isNew: !before.has(`${to} ${other}`) };
      });
    }),
    held: async () =>
      definition.isWeak || definition.references === undefined
        ? []
        : (await after()).flatMap((entry) =>
            references(entry).map((reference) => ({ ...reference, by: `${definition.noun} ${labelOf(entry)}` })),
          ),
    write: (dialect, circumstances) => ({
      ...(remove.length > 0 && { remove: write.remove(dialect, remove, circumstances) }),
      ...(update.length > 0 && { update: write.update(dialect, update, circumstances) }),
      ...(create.length > 0 && { create: write.create(dialect, create, circumstances) }),
    }),
  };
}

/** Does the work at the first call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** The values that were there before, with their places. */
function repeated(values: readonly (string | undefined)[]): readonly (readonly [number, string])[] {
  const seen = new Set<string>();
  return [...values.entries()].flatMap(([index, value]) => {
    if (value === undefined) return [];
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [[index, value] as const] : [];
  });
}
