import { lastRevisionNumber } from '#lib/audit/revision-store';
import { inOrder, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import type { ChangeContext } from '#lib/sessions/update-account';
import { savePortal } from '#lib/tenants/tenant-store';
import { hashPassword } from '#lib/users/password-hash';
import type { Authorship } from './authorship';
import type { ConfigurationFile } from './file';
import { comparePasswords, type Passwords } from './passwords';
import { computePlan, type Plan, type PlanOptions, type PlanReport } from './plan';
import { prepareRecord } from './revisions/prepare-record';
import type { ConfiguredUser } from './second-factors';
import { entriesToRead, readState } from './state';

/** A change of the configuration, compared and ready to be written. */
export type PreparedChange = {
  /** Of the revision that it makes. It was compared with the one before. */
  readonly number: number;
  /** The users that it was compared with. */
  readonly users: readonly ConfiguredUser[];
  readonly passwords: Passwords;
  /** @throws ConfigurationError when the file does not fit. Late, because a start may find that it need not be applied */
  readonly get: () => PlanReport & { readonly write: PreparedWrite };
};

type Options = PlanOptions & {
  readonly now: Date;
  readonly by: Authorship;
  readonly dialect: Dialect;
  /** Those of an attempt before. */
  readonly passwords: Passwords;
};

/** Compares a file with the stored configuration and puts the statements together. Nothing is written. */
export async function prepareChange(
  db: Database | Transaction,
  file: ConfigurationFile,
  { dialect, passwords: known, ...options }: Options,
): Promise<PreparedChange> {
  const state = await readState(db, entriesToRead(file, options));
  const number = (await lastRevisionNumber(db)) + 1;
  const passwords = await comparePasswords(file.sections.users ?? [], state.users, { hash: hashPassword, known });
  const get = attempt(() => {
    const plan = computePlan(state, file, passwords, options);
    const { changes, warnings } = plan;
    const record = prepareRecord(dialect, number, changes, options);
    return { changes, warnings, write: inOrder(...prepareWrites(dialect, plan, options), record) };
  });
  return { number, users: state.users, passwords, get };
}

/** What goes makes room first: a name or an address may move from a deleted entry to a new one. */
function prepareWrites(dialect: Dialect, { after, portal }: Plan, circumstances: ChangeContext): PreparedWrite[] {
  const writes = Object.values(after).map(({ write }) => write(dialect, circumstances));
  const steps = (['remove', 'update', 'create'] as const).flatMap((step) => writes.map((write) => write[step]));
  return [...steps, portal === null ? undefined : (tx: Transaction) => savePortal(tx, portal)].filter(
    (write) => write !== undefined,
  );
}

/** Does the work now. @returns a function that returns its result or throws its error */
function attempt<T>(work: () => T): () => T {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
