import type { z } from 'zod';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { inOrder, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import type { EntryUpdate, EntryWriter, StagedWriter } from '#lib/db/document-table';
import type { KeyAlg } from '#lib/keys/algorithms';
import type { ChangeContext } from '#lib/sessions/update-account';
import type { Portal } from '#lib/tenants/tenant';
import type { EntrySection, Wire } from '#lib/vocabulary/wire-entry';
import type { Accounts } from './accounts';
import { defaultsOf, withoutDefaults } from './defaults';
import { type Change, diffWire } from './diff';
import type { Mark } from './impact/mark';
import type { ConfigurationError, Path, Problem } from './problem';

/** A reference from one entry to another by name. */
export type Reference = {
  /** Its place in the entry. */
  readonly path: Path;
  readonly to: EntrySection;
  readonly name: string;
};

/** The circumstances of a comparison with a file. */
export type Situation = {
  readonly db: Database | Transaction;
  readonly accounts: Accounts;
  /** SIGNET_SECRET. It seals and opens the secrets of providers. */
  readonly secret: MasterSecret;
  readonly fail: (problems: readonly Problem[]) => ConfigurationError;
  /** The ID for the only new secret of the file. Null to draw one for each. */
  readonly newSecretId: string | null;
  /** The places that providers get if they are created, by name, unless another provider has the place. */
  readonly positions: ReadonlyMap<string, number>;
  /** The stored entries to delete: the given ones, or all that the file does not list. */
  readonly removed: (section: EntrySection) => 'unlisted' | readonly string[];
};

/** The definition of a section of the configuration. */
type Definition<Name extends EntrySection, Entry, Stored extends Storable> = {
  readonly name: Name;
  /** The noun for an entry in texts for people. */
  readonly noun: string;
  /** A shorter noun for sentences that name the entry. */
  readonly shortNoun?: string;
  /** The kind of an entry in the audit log. */
  readonly target: 'scope' | 'client' | 'user' | 'identity_provider' | 'tenant';
  /** The keys of an entry, in the order of the file. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly schema: z.ZodType<Entry>;
  /** Defaults whose form in a file differs from the output of the schema. */
  readonly defaults?: Wire;
  /** Groups of keys that have defaults of their own. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;
  /** Values that are derived from others in the entry. An export leaves them out. */
  readonly implied?: (entry: Wire) => Wire;
  /** Keys whose values must be unique in a file. */
  readonly unique: Readonly<Record<string, (entry: Entry) => string | undefined>>;
  /** The value that identifies an entry. */
  readonly idOf: (entry: Entry | Stored) => string;
  /** Reads stored entries. @param ids the IDs of the needed entries; null for all */
  readonly list: (
    db: Database | Transaction,
    ids: readonly string[] | null,
    accounts?: Accounts,
  ) => Promise<readonly Stored[]>;
  /** A file with more entries is compared with all stored entries. If absent, every file is. */
  readonly fewEntries?: number;
  /** The name of an entry in the history, the audit log and plans. If absent, its ID. */
  readonly labelOf?: (entry: Stored) => string;
  /** The key of the name that people know the entry by. */
  readonly nameKey: string;
  /** The ID of an entry in the audit log. If absent, its label. */
  readonly targetId?: (entry: Wire) => unknown;
  readonly wire: (entry: Stored) => Wire;
  /** Prepares an entry for an export. @param secret opens values that only an export with secrets contains */
  readonly exported?: (entry: Stored, secret: MasterSecret | null) => Stored;
  /** An entry as plans compare it. If absent, its wire form. */
  readonly compared?: (entry: Stored) => Wire;
  /** The entries have an order, which an export keeps. */
  readonly isOrdered?: true;
  /** The records for the entries of a file, in the same order. */
  readonly toStored: (
    entries: readonly Entry[],
    stored: ReadonlyMap<string, Stored>,
    situation: Situation,
  ) => readonly Stored[] | Promise<readonly Stored[]>;
  /** Names that exist without an entry. */
  readonly builtIn?: readonly string[];
  readonly references?: (entry: Stored) => readonly Reference[];
  /** The algorithms for which an entry needs a key of ours. */
  readonly algs?: (entry: Stored) => readonly KeyAlg[];
  /** Its references do not prevent the deletion of other entries. */
  readonly isWeak?: true;
  readonly write: EntryWriter<Stored, ChangeContext> & Partial<StagedWriter<Stored>>;
  /** Some entries without what a large change makes of them. Only a section that can be staged has it. */
  readonly listFormer?: (db: Database | Transaction, ids: readonly string[]) => Promise<readonly Stored[]>;
  /** Warnings for the operator who applies a file. */
  readonly warnings?: (entries: readonly Entry[], portal: Portal) => readonly string[];
  /** The effects on people and clients if an entry is deleted or disabled. */
  readonly endMarks: (change: Change, asked: { readonly db: Database; readonly now: Date }) => Promise<readonly Mark[]>;
};

type Storable = { readonly unreadable?: true };

/** The changes of a file in one section. */
type SectionPlan<Stored> = {
  /** The stored entries that the file was compared with. */
  readonly former: ReadonlyMap<string, Stored>;
  /** The entries of the file, with their new content. */
  readonly desired: readonly Stored[];
  readonly changes: readonly Change[];
  /** The names of the entries that no longer exist. */
  readonly gone: ReadonlySet<string>;
  /** The algorithms that an entry needs now and did not need before. */
  readonly newAlgs: readonly KeyAlg[];
  /** All entries after the change. The first call reads them. */
  readonly after: () => Promise<readonly Stored[]>;
  /** The names that exist after the change. */
  readonly names: () => Promise<ReadonlySet<string>>;
  /** The references of the file's entries, with their places in the file. */
  readonly listed: readonly (Reference & { readonly isNew: boolean })[];
  /** The references that prevent a deletion, with the entries that contain them. */
  readonly held: () => Promise<readonly (Reference & { readonly by: string })[]>;
  /** The IDs of the entries that some of the changes are about. Changes of other sections have none. */
  readonly idsOf: (changes: readonly Change[]) => readonly string[];
  /** Writes some of the changes. Those of other sections are left out. */
  readonly write: (dialect: Dialect, circumstances: ChangeContext, changes: readonly Change[]) => SectionWrites;
  /** Stages some of the changes: see writeLargeChange(). */
  readonly stage: (changes: readonly Change[], by: Stage) => PreparedWrite;
};

type Stage = {
  readonly dialect: Dialect;
  readonly stagedBy: string;
  readonly now: Date;
  /** The place of a change in the history. */
  readonly positionOf: (change: Change) => number;
};

/** A change that was moved into place, with its place in the history. */
export type PlacedChange = Change & { readonly position: number };

type Some = {
  readonly dialect: Dialect;
  readonly stagedBy: string;
  readonly limit: number;
  readonly circumstances: ChangeContext;
};

/** What becomes of an entry. */
type Edit<Stored> = {
  readonly id: string;
  readonly change: Change;
  readonly former: Stored | null;
  readonly record: Stored | null;
};

/** The writes of a section. A kind without any writes is absent. */
type SectionWrites = Readonly<Partial<Record<'remove' | 'update' | 'create', PreparedWrite>>>;

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
    findDuplicates: (listed: Listed): readonly Problem[] =>
      Object.entries(definition.unique).flatMap(([key, identify]) =>
        repeated((listed[name] ?? []).map(identify)).map(([index, value]) => ({
          path: [name, index, key],
          code: 'duplicate',
          message: `${value} is already in this section`,
        })),
      ),
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

async function planSection<Name extends EntrySection, Entry, Stored extends Storable>(
  definition: Definition<Name, Entry, Stored>,
  entries: readonly Entry[],
  situation: Situation,
): Promise<SectionPlan<Stored>> {
  const { name, idOf, labelOf = idOf, list, references = () => [], algs = () => [], builtIn = [] } = definition;
  const { db, accounts } = situation;
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
  const edit = editor(definition);
  const edits: readonly Edit<Stored>[] = [
    ...desired.filter((entry) => !former.has(idOf(entry))).map((entry) => edit(null, entry)),
    ...desired.flatMap((entry) => {
      const known = former.get(idOf(entry));
      const found = known === undefined ? null : edit(known, entry);
      return found === null || found.change.values.length === 0 ? [] : [found];
    }),
    ...remove.map((entry) => edit(entry, null)),
  ];
  const editOf = new Map(edits.map((edit) => [edit.change, edit]));
  const editsOf = (changes: readonly Change[]) => changes.flatMap((change) => editOf.get(change) ?? []);
  const after = once(async () => {
    const all = isNamed && ids === null ? stored : await list(db, null);
    return [...all.filter((entry) => !wanted.has(idOf(entry)) && !isRemoved(idOf(entry))), ...desired];
  });
  return {
    former,
    desired,
    changes: edits.map(({ change }) => change),
    // A built-in entry without settings still exists.
    gone: new Set(remove.map(idOf).filter((id) => !builtIn.includes(id))),
    newAlgs: edits.flatMap(({ former: known, record }) => {
      const before = known === null ? [] : algs(known);
      return record === null ? [] : algs(record).filter((alg) => !before.includes(alg));
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
    idsOf: (changes) => editsOf(changes).map(({ id }) => id),
    write: (dialect, circumstances, changes) => writesOf(definition, editsOf(changes), { dialect, circumstances }),
    stage: (changes, { dialect, positionOf, ...by }) => {
      const staged = editsOf(changes).map((one) => ({ ...one, position: positionOf(one.change) }));
      return staged.length === 0 ? inOrder() : (definition.write.stage?.(dialect, staged, by) ?? inOrder());
    },
  };
}

/** Says what becomes of an entry. It exists before or after. */
function editor<Name extends EntrySection, Entry, Stored extends Storable>(
  definition: Definition<Name, Entry, Stored>,
) {
  const { name: section, idOf, labelOf = idOf, compared = definition.wire } = definition;
  return (former: Stored | null, record: Stored | null): Edit<Stored> => {
    const entry = record ?? former;
    if (entry === null) throw new Error('an entry exists before or after a change');
    const [before, after] = [former && compared(former), record && compared(record)];
    const kind = before === null ? 'create' : after === null ? 'delete' : 'update';
    const values = before === null || after === null ? [] : diffWire(before, after);
    return { id: idOf(entry), change: { kind, section, key: labelOf(entry), values, before, after }, former, record };
  };
}

function writesOf<Name extends EntrySection, Entry, Stored extends Storable>(
  { write }: Definition<Name, Entry, Stored>,
  edits: readonly Edit<Stored>[],
  { dialect, circumstances }: Pick<Some, 'dialect' | 'circumstances'>,
): SectionWrites {
  const removed = edits.flatMap(({ former, record }) => (record === null && former !== null ? [former] : []));
  const updated: EntryUpdate<Stored>[] = edits.flatMap(({ former, record }) =>
    former === null || record === null ? [] : [{ former, record }],
  );
  const created = edits.flatMap(({ former, record }) => (former === null && record !== null ? [record] : []));
  return {
    ...(removed.length > 0 && { remove: write.remove(dialect, removed, circumstances) }),
    ...(updated.length > 0 && { update: write.update(dialect, updated, circumstances) }),
    ...(created.length > 0 && { create: write.create(dialect, created, circumstances) }),
  };
}

/** Moves some staged entries into place. */
async function settleSome<Name extends EntrySection, Entry, Stored extends Storable>(
  definition: Definition<Name, Entry, Stored>,
  tx: Transaction,
  { stagedBy, limit, ...how }: Some,
): Promise<readonly PlacedChange[]> {
  const { idOf, list, listFormer, write } = definition;
  const positions = await write.listStaged?.(tx, { stagedBy, limit });
  if (positions === undefined || positions.size === 0 || listFormer === undefined) return [];
  const ids = [...positions.keys()];
  const former = new Map((await listFormer(tx, ids)).map((entry) => [idOf(entry), entry]));
  const inForce = new Map((await list(tx, ids)).map((entry) => [idOf(entry), entry]));
  const edit = editor(definition);
  const edits = ids.map((id) => edit(former.get(id) ?? null, inForce.get(id) ?? null));
  for (const step of Object.values(writesOf(definition, edits, how))) await step(tx);
  return edits.map(({ id, change }) => ({ ...change, position: positions.get(id) ?? 0 }));
}

/** Runs the work on the first call only. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** The values that occurred before, with their places. */
function repeated(values: readonly (string | undefined)[]): readonly (readonly [number, string])[] {
  const seen = new Set<string>();
  return [...values.entries()].flatMap(([index, value]) => {
    if (value === undefined) return [];
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [[index, value] as const] : [];
  });
}
