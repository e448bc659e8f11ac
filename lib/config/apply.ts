import { isDeepStrictEqual } from 'node:util';
import { messageRules } from '#lib/clients/security-profile/message-rules';
import { servedAlgs } from '#lib/clients/served-algs';
import type { Transaction } from '#lib/db/database';
import type { OpenDatabase } from '#lib/db/open-database';
import { bumpRevision, readRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { ensureKeys } from '#lib/keys/ensure-keys';
import type { Authorship } from './authorship';
import type { Change } from './diff';
import type { ConfigurationFile } from './file';
import type { Passwords } from './passwords';
import type { PlanOptions, PlanReport } from './plan';
import { type PreparedChange, prepareChange } from './prepare-change';
import { listConfiguredUsers } from './second-factors';
import { entriesToRead } from './state';

export type ApplyOptions = PlanOptions & {
  readonly now: Date;
  readonly by: Authorship;
  /**
   * More to do in the same transaction, before the file.
   * @returns false when the file shall not be applied after all
   */
  readonly first?: (tx: Transaction) => Promise<boolean>;
  /** Looks at what would change before it is written; what it throws undoes everything. */
  readonly check?: (changes: readonly Change[]) => void;
};

/** What was changed, and the revision that it made; none when nothing was changed. */
export type ApplyReport = PlanReport & { readonly revision: number | null };

/** After so many attempts that other writers outdated, the file is compared under the write lock. */
const attempts = 3;

/** A file of ten thousand clients takes a while; the server goes on serving meanwhile. */
const limits = { timeout: 120_000 };

/**
 * Makes the stored configuration what the file says: all of it in one transaction, or nothing. The statements are put
 * together before it, so that the lock is held for the writing alone. Two that do this at the same time are put in order:
 * the second one computes again from what the first one wrote. Keys for every algorithm that a
 * client or scope names exist before. No network is used.
 * @returns what was changed; null when `first` said no
 * @throws ConfigurationError (code `invalid_configuration`) when the file does not fit the database
 */
export async function applyConfiguration(
  { db }: Pick<OpenDatabase, 'db'>,
  file: ConfigurationFile,
  options: ApplyOptions,
): Promise<ApplyReport | null> {
  await ensureKeys(db, options.secret, namedAlgs(file), options.now);
  const { dialect } = db.prepared;
  let passwords: Passwords = new Map();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const revision = await readRevision(db);
    const prepared = await prepareChange(db, file, { ...options, dialect, passwords });
    const work = async (tx: Transaction) => {
      if ((await bumpRevision(tx)) !== revision + 1) throw outdated;
      return writeIfCurrent(tx, file, prepared, options);
    };
    const result = await transaction(db, work, limits).catch((error: unknown) => {
      if (error === outdated) return 'outdated' as const;
      throw error;
    });
    if (result !== 'outdated') return result;
    passwords = prepared.passwords;
  }
  const work = async (tx: Transaction) => {
    await bumpRevision(tx);
    return writeChange(tx, await prepareChange(tx, file, { ...options, dialect, passwords }), options);
  };
  return transaction(db, work, limits);
}

/** Thrown in the transaction to undo it: the change was prepared for an earlier state. */
const outdated = new Error('the configuration changed meanwhile');

/** Writes a prepared change. Users change without a revision, so they are compared. */
async function writeIfCurrent(
  tx: Transaction,
  file: ConfigurationFile,
  prepared: PreparedChange,
  options: ApplyOptions,
): Promise<ApplyReport | null> {
  const users = await listConfiguredUsers(tx, entriesToRead(file, options).users);
  if (!isDeepStrictEqual(users, prepared.users)) throw outdated;
  return writeChange(tx, prepared, options);
}

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

/** The algorithms that the file's clients and APIs are served with. */
function namedAlgs({ sections: { portal, clients = [], scopes = [] } }: ConfigurationFile) {
  const answers = scopes.flatMap(({ introspectionSignedResponseAlg: alg }) => alg ?? []);
  const profile = portal?.securityProfile ?? 'none';
  // Clients that are not in the file get another algorithm by it.
  const ofPortal = profile === 'none' ? [] : [messageRules[profile].usualAlg];
  return [...new Set([...clients.flatMap(servedAlgs), ...answers, ...ofPortal])];
}
