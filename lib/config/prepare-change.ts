import { lastRevisionNumber } from '#lib/audit/revision-store';
import { inOrder, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import type { KeyAlg } from '#lib/keys/algorithms';
import type { ChangeContext } from '#lib/sessions/update-account';
import { savePortal } from '#lib/tenants/tenant-store';
import type { Accounts } from './accounts';
import type { Authorship } from './authorship';
import type { ConfigurationFile } from './file';
import { computePlan, type Plan, type PlanOptions, type PlanReport } from './plan';
import { prepareRecord } from './revisions/prepare-record';

/** A change of the configuration, compared and ready to be written. */
export type PreparedChange = {
  /** Of the revision that it makes. It was compared with the one before. */
  readonly number: number;
  /** The algorithms of our signatures that it brings into use; none if it does not fit. */
  readonly newAlgs: readonly KeyAlg[];
  /** @throws ConfigurationError when the file does not fit. Late, because a start may find that it need not be applied */
  readonly get: () => PlanReport & { readonly write: PreparedWrite };
};

type Options = PlanOptions & {
  readonly now: Date;
  readonly by: Authorship;
  readonly dialect: Dialect;
  readonly accounts: Accounts;
};

/** Compares a file with the stored configuration and puts the statements together. Nothing is written. */
export async function prepareChange(
  db: Database | Transaction,
  file: ConfigurationFile,
  { dialect, ...options }: Options,
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

/** What goes makes room first: a name or an address may move from a deleted entry to a new one. */
function prepareWrites(dialect: Dialect, { plans, portal }: Plan, circumstances: ChangeContext): PreparedWrite[] {
  const writes = Object.values(plans).map(({ write }) => write(dialect, circumstances));
  const steps = (['remove', 'update', 'create'] as const).flatMap((step) => writes.map((write) => write[step]));
  return [...steps, portal === null ? undefined : (tx: Transaction) => savePortal(tx, portal)].filter(
    (write) => write !== undefined,
  );
}
