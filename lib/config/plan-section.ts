import { inOrder, type PreparedWrite } from '#lib/db/bulk';
import type { Transaction } from '#lib/db/database';
import type { EntryUpdate } from '#lib/db/document-table';
import type { Dialect } from '#lib/db/statement';
import { shareTurn } from '#lib/http/in-slices';
import type { KeyAlg } from '#lib/keys/algorithms';
import type { ChangeContext } from '#lib/sessions/update-account';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import { type Change, diffWire } from './diff';
import type { Definition, Reference, Situation, Storable } from './section-definition';

/** The changes of a file in one section. */
export type SectionPlan<Stored> = {
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
  /** Of these entries, those that exist after the change, by ID. It reads no others. */
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Stored>>;
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

/** Which entries of a large change are moved into place, and how many at most. */
export type Some = {
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

/** Compares a section with a file. Reads nothing if the file does not name the section. */
export async function planSection<Name extends EntrySection, Entry, Stored extends Storable>(
  definition: Definition<Name, Entry, Stored>,
  entries: readonly Entry[],
  situation: Situation,
): Promise<SectionPlan<Stored>> {
  const { name, idOf, labelOf = idOf, list, references = () => [], algs = () => [], builtIn = [] } = definition;
  const { db, accounts } = situation;
  const { idNamed = (id) => id } = definition;
  const given = situation.removed(name);
  const removed = given === 'unlisted' ? given : given.map(idNamed);
  const named = removed === 'unlisted' ? null : [...entries.map(idOf), ...removed];
  const isNamed = named === null || named.length > 0;
  const ids = named !== null && named.length <= (definition.fewEntries ?? 0) ? named : null;
  const stored = isNamed ? await list(db, ids, accounts) : [];
  const former = new Map(stored.map((entry) => [idOf(entry), entry]));
  const desired = entries.length === 0 ? [] : await definition.toStored(entries, former, situation);
  const wanted = new Set(desired.map(idOf));
  const unwanted = removed === 'unlisted' ? null : new Set(removed);
  const isRemoved = (id: string) => !wanted.has(id) && (unwanted === null || unwanted.has(id));
  const edit = editor(definition);
  const [created, updated, deleted]: [Edit<Stored>[], Edit<Stored>[], Edit<Stored>[]] = [[], [], []];
  const newAlgs: KeyAlg[] = [];
  const listed: SectionPlan<Stored>['listed'][number][] = [];
  for (const [index, entry] of desired.entries()) {
    const known = former.get(idOf(entry)) ?? null;
    const found = edit(known, entry);
    if (known === null || found.change.values.length > 0) {
      (known === null ? created : updated).push(found);
      const before = known === null ? [] : algs(known);
      newAlgs.push(...algs(entry).filter((alg) => !before.includes(alg)));
    }
    const before = new Set((known === null ? [] : references(known)).map(({ to, name }) => `${to} ${name}`));
    for (const reference of references(entry)) {
      const isNew = !before.has(`${reference.to} ${reference.name}`);
      listed.push({ ...reference, path: [name, index, ...reference.path], isNew });
    }
    await shareTurn();
  }
  for (const entry of stored) if (isRemoved(idOf(entry))) deleted.push(edit(entry, null));
  const edits: readonly Edit<Stored>[] = [...created, ...updated, ...deleted];
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
    gone: new Set(deleted.flatMap(({ id }) => (builtIn.includes(id) ? [] : [id]))),
    newAlgs,
    after,
    find: async (ids) => {
      const asked = new Set(ids);
      const some = asked.size === 0 ? [] : await list(db, [...asked]);
      const found = new Map([...some, ...desired].map((entry) => [idOf(entry), entry]));
      return new Map([...found].filter(([id]) => asked.has(id) && (wanted.has(id) || !isRemoved(id))));
    },
    names: once(async () => new Set([...builtIn, ...(await after()).map(idOf)])),
    listed,
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
  const [removed, updated, created]: [Stored[], EntryUpdate<Stored>[], Stored[]] = [[], [], []];
  for (const { former, record } of edits) {
    if (former !== null && record !== null) updated.push({ former, record });
    else if (former !== null) removed.push(former);
    else if (record !== null) created.push(record);
  }
  return {
    ...(removed.length > 0 && { remove: write.remove(dialect, removed, circumstances) }),
    ...(updated.length > 0 && { update: write.update(dialect, updated, circumstances) }),
    ...(created.length > 0 && { create: write.create(dialect, created, circumstances) }),
  };
}

/**
 * Moves some entries of a large change into place.
 * @returns their changes; none if every entry is in place
 */
export async function settleSome<Name extends EntrySection, Entry, Stored extends Storable>(
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
