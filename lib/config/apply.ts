import { lastRevisionNumber } from '#lib/audit/revision-store';
import { inOrder, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import { drain, severalStatements } from '#lib/db/drain';
import type { OpenDatabase } from '#lib/db/open-database';
import { bumpRevision, holdRevision, readRevision } from '#lib/db/revision';
import type { Dialect } from '#lib/db/statement';
import { DatabaseUnavailable, transaction } from '#lib/db/transaction';
import type { KeyAlg } from '#lib/keys/algorithms';
import { checkSecret } from '#lib/keys/check-secret';
import { ensureKeys } from '#lib/keys/ensure-keys';
import type { ChangeContext } from '#lib/sessions/update-account';
import { savePortal } from '#lib/tenants/tenant-store';
import { hashPassword } from '#lib/users/password-hash';
import { type Accounts, accountReader, arePeopleCurrent } from './accounts';
import type { Authorship } from './authorship';
import type { Change } from './diff';
import type { ConfigurationFile } from './file';
import { awaitLargeChange, entriesAtOnce, type LargeChange, outdated, writeLargeChange } from './large-change';
import { computePlan, type Plan, type PlanOptions, type PlanReport } from './plan';
import { prepareEventsOf, prepareRecord } from './revisions/prepare-record';

export type ApplyOptions = PlanOptions & {
  readonly now: Date;
  readonly by: Authorship;
  /**
   * Additional work in the same transaction, before the file is applied.
   * @returns false if the file must not be applied after all
   */
  readonly first?: (tx: Transaction) => Promise<boolean>;
  /** Additional work in the transaction that writes the last part of the file. */
  readonly last?: (tx: Transaction) => Promise<void>;
  /** Checks the changes before they are written. If it throws, everything is rolled back. */
  readonly check?: (changes: readonly Change[]) => void;
};

/** The changes and their revision. There is no revision if nothing changed. */
export type ApplyReport = PlanReport & { readonly revision: number | null };

/** After this many conflicts with other writers, the file is compared under the write lock. */
const attempts = 3;

/** Under the write lock, a file may have to be compared with the whole configuration. */
const limits = { timeout: 120_000 };

/** With more changes of people, those of people without a role are written in slices after everything else. */
const peopleAtOnce = 300;

/** A slice has this many people at least, however long it takes: each of them is several rows. */
const fewestPeople = 20;

/**
 * Applies a file to the stored configuration, completely or not at all, in one transaction. The statements are prepared
 * before the transaction, so the lock is held only for writing. If another writer comes first, the file is compared
 * again with the new state. Keys for new algorithms are created before. No network is used.
 *
 * Very many changes are the exception. Entries take effect at once, but are written in short transactions: see
 * writeLargeChange(). People without a role follow in slices, each of which is whole. A process that is killed meanwhile
 * leaves the rest as it was, and the same file applies it.
 * @returns the changes; null if `first` returned false
 * @throws ConfigurationError (code `invalid_configuration`) if the file does not fit the database, and for an edit
 * DatabaseUnavailable while somebody else writes a large change
 */
export async function applyConfiguration(
  { db }: Pick<OpenDatabase, 'db'>,
  file: ConfigurationFile,
  { first, ...options }: ApplyOptions,
): Promise<ApplyReport | null> {
  const { secret, isEdit = false } = options;
  // A running server already checked its secret when it started.
  if (!isEdit) await checkSecret(db, secret);
  const accountsIn = accountReader(hashPassword);
  let report: ApplyReport | null = null;
  for (let attempt = 1; ; ) {
    const round: Round = { ...options, ...(report === null && first && { first }), accountsIn };
    const written: Written | 'outdated' | null = await (attempt > attempts
      ? writeUnderLock(db, file, round)
      : writeCompared(db, file, round));
    if (written !== 'outdated') {
      if (written === null) return null;
      report ??= written.report;
      if (written.people.changes.length === 0) return report;
      const { isDone, count } = await writePeople(db, written, options.last);
      if (isDone) return report;
      if (count > 0) attempt = 0;
    }
    attempt += 1;
  }
}

type Round = ApplyOptions & { readonly accountsIn: ReturnType<typeof accountReader> };

/** What was written, and the people who follow. */
type Written = { readonly report: ApplyReport; readonly revision: number; readonly people: LaterPeople };

/** @returns `outdated` if another writer came first; null if `first` returned false */
async function writeCompared(
  db: Database,
  file: ConfigurationFile,
  round: Round,
): Promise<Written | 'outdated' | null> {
  const { dialect } = db.prepared;
  // An edit of an administrator is refused instead.
  if (!round.isEdit) await awaitLargeChange(db);
  const revision = await readRevision(db);
  const accounts = round.accountsIn(db);
  const prepared = await prepareChange(db, file, { ...round, dialect, accounts });
  const { newAlgs, large } = prepared;
  if (newAlgs.length > 0 && (await ensureKeys(db, round.secret, newAlgs, round.now)).length > 0) return 'outdated';
  const work = async (tx: Transaction, heldBy: string | null) => {
    if ((await bumpRevision(tx, heldBy)) !== revision + 1 || !(await prepared.areCurrent(tx))) throw outdated;
    return writeChange(tx, prepared, { ...round, revision: revision + 1 });
  };
  const write =
    large === null
      ? transaction(db, (tx) => work(tx, null), limits)
      : writeLargeChange(db, large, { revision, commit: work });
  return write.catch((error: unknown) => {
    if (error === outdated) return 'outdated';
    throw error;
  });
}

function writeUnderLock(db: Database, file: ConfigurationFile, round: Round): Promise<Written | null> {
  const { dialect } = db.prepared;
  const work = async (tx: Transaction) => {
    const revision = await bumpRevision(tx);
    const prepared = await prepareChange(tx, file, { ...round, dialect, accounts: round.accountsIn(tx) });
    if (prepared.large !== null) throw new DatabaseUnavailable('the configuration keeps changing; try again later');
    return writeChange(tx, prepared, { ...round, revision });
  };
  return transaction(db, work, limits);
}

async function writeChange(
  tx: Transaction,
  prepared: PreparedChange,
  { first, last, check, revision }: ApplyOptions & { readonly revision: number },
): Promise<Written | null> {
  if (first && !(await first(tx))) return null;
  const { changes, warnings, write, people } = prepared.get();
  check?.(changes);
  await write(tx);
  if (people.changes.length === 0) await last?.(tx);
  return { report: { changes, warnings, revision: changes.length === 0 ? null : prepared.number }, revision, people };
}

/**
 * Writes the people who follow, unless somebody changes the configuration or one of them meanwhile.
 * @returns how many were written, and whether that is all
 */
async function writePeople(
  db: Database,
  { people: { changes, prepare }, revision }: Written,
  last: ApplyOptions['last'],
): Promise<{ readonly isDone: boolean; readonly count: number }> {
  let count = 0;
  const slice = async (limit: number) => {
    const some = changes.slice(count, count + limit);
    const { areCurrent, write } = prepare(some);
    await transaction(db, async (tx) => {
      if ((await holdRevision(tx)) !== revision || !(await areCurrent(tx))) throw outdated;
      await write(tx);
      if (count + some.length === changes.length) await last?.(tx);
    });
    count += some.length;
    return { count: some.length };
  };
  try {
    while (count < changes.length) await drain(slice, severalStatements(db.prepared.dialect, fewestPeople));
  } catch (error) {
    if (error !== outdated) throw error;
    return { isDone: false, count };
  }
  return { isDone: true, count };
}

/** A change of the configuration that is ready to be written. */
type PreparedChange = {
  /** The number of the revision that it creates. It was compared with the previous one. */
  readonly number: number;
  /** The algorithms that need a key of ours from now on. */
  readonly newAlgs: readonly KeyAlg[];
  /** Whether the accounts that `write` depends on are still as they were compared. */
  readonly areCurrent: (tx: Transaction) => Promise<boolean>;
  /** The entries that are too many for the transaction of the others. */
  readonly large: LargeChange | null;
  /**
   * @throws ConfigurationError if the file does not fit. It throws late, because `first` may decide not to apply the
   * file.
   */
  readonly get: () => PlanReport & { readonly write: PreparedWrite; readonly people: LaterPeople };
};

/** Changes of people that are written afterwards. */
type LaterPeople = {
  readonly changes: readonly Change[];
  readonly prepare: (some: readonly Change[]) => {
    readonly areCurrent: (tx: Transaction) => Promise<boolean>;
    readonly write: PreparedWrite;
  };
};

type Preparing = Omit<Round, 'accountsIn'> & { readonly dialect: Dialect; readonly accounts: Accounts };

/** In the order in which they are written: a name or address may move from a deleted person to another. */
function listLaterPeople(changes: readonly Change[]): readonly Change[] {
  if (changes.length <= peopleAtOnce) return [];
  const ordinary = changes.filter(({ before, after }) => !before?.admin && !after?.admin);
  return (['delete', 'update', 'create'] as const).flatMap((one) => ordinary.filter(({ kind }) => kind === one));
}

function without(changes: readonly Change[], others: readonly Change[]): readonly Change[] {
  if (others.length === 0) return changes;
  const left = new Set(changes);
  for (const change of others) left.delete(change);
  return [...left];
}

/** The entries that are written in steps: all but the portal and people, if they are many. */
function listStaged(changes: readonly Change[]): readonly Change[] {
  const entries = changes.filter(({ section }) => section !== 'portal' && section !== 'users');
  return entries.length > entriesAtOnce ? entries : [];
}

/** Compares a file with the stored configuration and prepares the statements. Nothing is written. */
async function prepareChange(
  db: Database | Transaction,
  file: ConfigurationFile,
  { dialect, ...options }: Preparing,
): Promise<PreparedChange> {
  const number = (await lastRevisionNumber(db)) + 1;
  try {
    const plan = await computePlan(file, { ...options, db });
    const { changes, warnings, newAlgs, plans } = plan;
    const { former, idsOf } = plans.users;
    const later = listLaterPeople(plans.users.changes);
    const first = without(changes, later);
    const staged = listStaged(first);
    const direct = without(first, staged);
    const record = prepareRecord(dialect, number, direct, { ...options, later: [...later, ...staged] });
    const write = inOrder(...prepareWrites(dialect, plan, direct, options), record);
    const stage = (some: readonly Change[], stagedBy: string) => {
      const places = new Map(
        first.filter(({ section }) => section !== 'users').map((change, index) => [change, index]),
      );
      const by = { dialect, stagedBy, now: options.now, positionOf: (change: Change) => places.get(change) ?? 0 };
      return inOrder(...Object.values(plans).map((section) => section.stage(some, by)));
    };
    const large = staged.length === 0 ? null : { changes: staged, number, by: options.by, now: options.now, stage };
    const isCurrent = async (tx: Transaction) => {
      if (later.length === 0) return options.accounts.areCurrent(tx);
      const administrators = [...former].flatMap(([id, { admin }]) => (admin === null ? [] : id));
      const ids = [...new Set([...administrators, ...idsOf(first)])];
      return (await options.accounts.areCurrent(tx, peopleAtOnce)) && arePeopleCurrent(tx, former, ids);
    };
    const prepare = (some: readonly Change[]) => ({
      areCurrent: (tx: Transaction) => arePeopleCurrent(tx, former, idsOf(some)),
      write: inOrder(
        ...prepareWrites(dialect, { ...plan, portal: null }, some, options),
        prepareEventsOf(dialect, number, some, options),
      ),
    });
    const get = () => ({ changes, warnings, write, people: { changes: later, prepare } });
    return { number, newAlgs, areCurrent: isCurrent, large, get };
  } catch (error) {
    const get = () => {
      throw error;
    };
    return { number, newAlgs: [], areCurrent: options.accounts.areCurrent, large: null, get };
  }
}

/**
 * Deletes first, because a name or address may move from a deleted entry to a new one. People come last: what an existing
 * account is given may be new too.
 */
function prepareWrites(
  dialect: Dialect,
  { plans, portal }: Pick<Plan, 'plans' | 'portal'>,
  changes: readonly Change[],
  circumstances: ChangeContext,
): PreparedWrite[] {
  const all = Object.entries(plans).map(
    ([name, { write }]) => [name === 'users', write(dialect, circumstances, changes)] as const,
  );
  const people = all.flatMap(([isPeople, write]) => (isPeople ? write : []));
  const others = all.flatMap(([isPeople, write]) => (isPeople ? [] : write));
  const stepsOf = (writes: typeof people, step: 'remove' | 'update' | 'create') =>
    writes.flatMap((write) => write[step] ?? []);
  const steps = [
    ...stepsOf(
      all.map(([, write]) => write),
      'remove',
    ),
    ...[others, people].flatMap((writes) => [...stepsOf(writes, 'update'), ...stepsOf(writes, 'create')]),
  ];
  return portal === null ? steps : [...steps, (tx: Transaction) => savePortal(tx, portal)];
}
