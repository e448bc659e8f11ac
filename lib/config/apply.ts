import { lastRevisionNumber } from '#lib/audit/revision-store';
import { inOrder, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import type { OpenDatabase } from '#lib/db/open-database';
import { bumpRevision, readRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import type { KeyAlg } from '#lib/keys/algorithms';
import { checkSecret } from '#lib/keys/check-secret';
import { ensureKeys } from '#lib/keys/ensure-keys';
import type { ChangeContext } from '#lib/sessions/update-account';
import { savePortal } from '#lib/tenants/tenant-store';
import { hashPassword } from '#lib/users/password-hash';
import { type Accounts, accountReader } from './accounts';
import type { Authorship } from './authorship';
import type { Change } from './diff';
import type { ConfigurationFile } from './file';
import { computePlan, type Plan, type PlanOptions, type PlanReport } from './plan';
import { prepareRecord } from './revisions/prepare-record';

export type ApplyOptions = PlanOptions & {
  readonly now: Date;
  readonly by: Authorship;
  /**
   * Additional work in the same transaction, before the file is applied.
   * @returns false if the file must not be applied after all
   */
  readonly first?: (tx: Transaction) => Promise<boolean>;
  /** Checks the changes before they are written. If it throws, everything is rolled back. */
  readonly check?: (changes: readonly Change[]) => void;
};

/** The changes and their revision. There is no revision if nothing changed. */
export type ApplyReport = PlanReport & { readonly revision: number | null };

/** After this many conflicts with other writers, the file is compared under the write lock. */
const attempts = 3;

/** A file with ten thousand clients takes a while. The server keeps serving meanwhile. */
const limits = { timeout: 120_000 };

/**
 * Applies a file to the stored configuration, completely or not at all, in one transaction. The statements are prepared
 * before the transaction, so the lock is held only for writing. If another writer comes first, the file is compared
 * again with the new state. Keys for new algorithms are created before. No network is used.
 * @returns the changes; null if `first` returned false
 * @throws ConfigurationError (code `invalid_configuration`) if the file does not fit the database
 */
export async function applyConfiguration(
  { db }: Pick<OpenDatabase, 'db'>,
  file: ConfigurationFile,
  options: ApplyOptions,
): Promise<ApplyReport | null> {
  const { secret, now, isEdit = false } = options;
  // A running server already checked its secret when it started.
  if (!isEdit) await checkSecret(db, secret);
  const { dialect } = db.prepared;
  const accountsIn = accountReader(hashPassword);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const revision = await readRevision(db);
    const accounts = accountsIn(db);
    const prepared = await prepareChange(db, file, { ...options, dialect, accounts });
    const { newAlgs } = prepared;
    if (newAlgs.length > 0 && (await ensureKeys(db, secret, newAlgs, now)).length > 0) continue;
    const work = async (tx: Transaction) => {
      if ((await bumpRevision(tx)) !== revision + 1 || !(await accounts.areCurrent(tx))) throw outdated;
      return writeChange(tx, prepared, options);
    };
    const result = await transaction(db, work, limits).catch((error: unknown) => {
      if (error === outdated) return 'outdated' as const;
      throw error;
    });
    if (result !== 'outdated') return result;
  }
  const work = async (tx: Transaction) => {
    await bumpRevision(tx);
    return writeChange(tx, await prepareChange(tx, file, { ...options, dialect, accounts: accountsIn(tx) }), options);
  };
  return transaction(db, work, limits);
}

/** Thrown inside the transaction to roll it back, because the change was prepared for an earlier state. */
const outdated = new Error('the configuration changed meanwhile');

async function writeChange(
  tx: Transaction,
  prepared: PreparedChange,
  { first, check }: ApplyOptions,
): Promise<ApplyReport | null> {
  if (first && !(await first(tx))) return null;
  const { changes, warnings, write } = prepared.get();
  check?.(changes);
  await write(tx);
  return { changes, warnings, revision: changes.length === 0 ? null : prepared.number };
}

/** A change of the configuration that is ready to be written. */
type PreparedChange = {
  /** The number of the revision that it creates. It was compared with the previous one. */
  readonly number: number;
  /** The algorithms that need a key of ours from now on. */
  readonly newAlgs: readonly KeyAlg[];
  /**
   * @throws ConfigurationError if the file does not fit. It throws late, because `first` may decide not to apply the
   * file.
   */
  readonly get: () => PlanReport & { readonly write: PreparedWrite };
};

type Preparing = ApplyOptions & { readonly dialect: Dialect; readonly accounts: Accounts };

/** Compares a file with the stored configuration and prepares the statements. Nothing is written. */
async function prepareChange(
  db: Database | Transaction,
  file: ConfigurationFile,
  { dialect, ...options }: Preparing,
): Promise<PreparedChange> {
  const number = (await lastRevisionNumber(db)) + 1;
  try {
    const plan = await computePlan(file, { ...options, db });
    const { changes, warnings, newAlgs } = plan;
    const record = prepareRecord(dialect, number, changes, options);
    const write = inOrder(...prepareWrites(dialect, plan, options), record);
    return { number, newAlgs, get: () => ({ changes, warnings, write }) };
  } catch (error) {
    const get = () => {
      throw error;
    };
    return { number, newAlgs: [], get };
  }
}

/** Deletes first, because a name or address may move from a deleted entry to a new one. */
function prepareWrites(dialect: Dialect, { plans, portal }: Plan, circumstances: ChangeContext): PreparedWrite[] {
  const writes = Object.values(plans).map(({ write }) => write(dialect, circumstances));
  const steps = (['remove', 'update', 'create'] as const).flatMap((step) => writes.map((write) => write[step]));
  return [...steps, portal === null ? undefined : (tx: Transaction) => savePortal(tx, portal)].filter(
    (write) => write !== undefined,
  );
}
