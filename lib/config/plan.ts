import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import { readClock } from '#lib/http/clock';
import type { KeyAlg } from '#lib/keys/algorithms';
import { defaultPortal } from '#lib/tenants/portal-schema';
import type { Portal } from '#lib/tenants/schema';
import { currentPortal } from '#lib/tenants/tenant-store';
import { contrastRepairs } from '#lib/theme/contrast-repairs';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import { type Accounts, accountReader } from './accounts';
import type { Change } from './diff';
import type { ConfigurationFile } from './file';
import { planPortal, repairWarnings } from './portal';
import { findProblems } from './rules';
import { type Plans, planSections, sections } from './sections';

/** The changes of a file, in the order of its sections. */
export type PlanReport = { readonly changes: readonly Change[]; readonly warnings: readonly string[] };

/** The report and the prepared writes. */
export type Plan = PlanReport & {
  readonly portal: Portal | null;
  readonly plans: Plans;
  /** The algorithms that need a key of ours from now on. */
  readonly newAlgs: readonly KeyAlg[];
};

export type PlanOptions = {
  /** SIGNET_SECRET. It seals and opens the providers' secrets. */
  readonly secret: MasterSecret;
  /** Our own issuer, whose name no API may have. */
  readonly issuer?: string | undefined;
  /** Whether entries and sections that are missing in the file are deleted. */
  readonly prune: boolean;
  /** Additional entries to delete, by section: names, client_ids, canonical usernames. */
  readonly remove?: Partial<Readonly<Record<EntrySection, readonly string[]>>>;
  /** The ID for the only new secret of the file. If absent, one is drawn for each. */
  readonly newSecretId?: string;
  /** The places that providers get if they are created, by name, unless another provider has the place. */
  readonly positions?: ReadonlyMap<string, number>;
  /** The former IDs of groups that are created again, by groupKey(). */
  readonly groupIds?: ReadonlyMap<string, string>;
  /** The former IDs of roles that are created again, by roleKey(). */
  readonly roleIds?: ReadonlyMap<string, string>;
  /** When it is applied. A membership whose end has come by then is not given. If absent, the present. */
  readonly now?: Date;
  /** The file contains edited entries. Only rules that their changes can break are checked. */
  readonly isEdit?: boolean;
};

/**
 * Plans the changes of applyConfiguration(). It writes nothing and uses no network.
 * @throws ConfigurationError (code `invalid_configuration`) if the file does not fit the database
 */
export async function planConfiguration(
  db: Database,
  file: ConfigurationFile,
  options: PlanOptions,
): Promise<PlanReport> {
  const accounts = accountReader(async () => 'a new hash')(db);
  const { changes, warnings } = await computePlan(file, { ...options, db, accounts });
  return { changes, warnings };
}

/**
 * Compares a file with the stored configuration. It reads the entries that the file names, and those that a rule needs.
 * @throws ConfigurationError if the file does not fit
 */
export async function computePlan(
  file: ConfigurationFile,
  options: PlanOptions & { readonly db: Database | Transaction; readonly accounts: Accounts },
): Promise<Plan> {
  const { db, accounts, secret, prune, remove = {}, newSecretId = null, isEdit = false } = options;
  const { positions = new Map(), groupIds = new Map(), roleIds = new Map() } = options;
  const { now = readClock(), issuer = null } = options;
  const removed = (section: EntrySection) => (prune ? 'unlisted' : (remove[section] ?? []));
  const stored = await currentPortal(db);
  const portal = planPortal(stored, file.sections.portal ?? (prune ? defaultPortal : undefined), file.portalKeys);
  const settings = portal.write ?? stored;
  const situation = { db, accounts, secret, fail: file.fail, newSecretId, positions, groupIds, roleIds, now, removed };
  const plans = await planSections(file.sections, situation);
  const all = [portal, ...Object.values(plans)];
  const changes = all.flatMap((plan) => plan.changes);
  const problems = await findProblems({
    db,
    accounts,
    listed: file.sections,
    plans,
    portal: settings,
    issuer,
    changes,
    isEdit,
  });
  if (problems.length > 0) throw file.fail(problems);
  const warnings = [
    ...(file.sections.portal === undefined ? [] : repairWarnings('the portal', contrastRepairs(settings.theme))),
    ...Object.values(sections).flatMap(({ name, findWarnings }) =>
      file.sections[name] === undefined ? [] : findWarnings(file.sections, settings),
    ),
  ];
  const newAlgs = [...new Set(all.flatMap((plan) => plan.newAlgs))];
  return { plans, portal: portal.write, changes, warnings, newAlgs };
}
