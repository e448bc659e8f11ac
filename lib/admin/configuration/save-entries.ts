import type { ApplyReport } from '#lib/config/apply';
import { changeConfiguration, type EntryChange, planChanges } from '#lib/config/change';
import type { Change } from '#lib/config/diff';
import { entryVersion } from '#lib/config/entry-version';
import type { PlanReport } from '#lib/config/plan';
import { formatPath, isConfigurationError, type Path } from '#lib/config/problem';
import type { Transaction } from '#lib/db/database';
import { refreshSnapshot } from '#lib/snapshot/current';
import { takeIntoUse } from '#lib/snapshot/take-into-use';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError, type FieldProblem } from '../admin-error';
import { checkAuthority } from './check-authority';
import { checkSectors } from './check-sectors';
import { settleChangedLogos } from './settle-logos';

/** An entry as an editor wants it, and the version that they saw. */
export type EntryEdit = EntryChange & {
  /** The version that the editor saw (see entryVersion()). Null: the entry must not exist. Undefined: any version. */
  readonly expected?: string | null;
};

export type SaveOptions = {
  /**
   * Runs first in the transaction, when no other writer can interfere any more. If it throws, everything is rolled
   * back.
   */
  readonly alongside?: (tx: Transaction) => Promise<void>;
  /** The ID for the secret that the edits add. */
  readonly newSecretId?: string;
};

/**
 * Writes entries of the configuration as an administrator, with revision and audit events. When the promise resolves,
 * this process knows the new configuration (see takeIntoUse()). Other processes know it within a second.
 * @throws AdminError `invalid` with the fields, `in_use`, `changed_meanwhile`, `already_exists`, `forbidden`
 */
export async function saveEntries(
  admin: AdminContext,
  edits: readonly EntryEdit[],
  { alongside, ...options }: SaveOptions = {},
): Promise<ApplyReport> {
  const { db, settings, now } = admin;
  const check = (changes: readonly Change[]) => {
    checkAuthority(admin, changes);
    checkVersions(edits, changes);
  };
  await checkSectors(admin, edits, async () => {
    checkAuthority(admin, (await planEntries(admin, edits)).changes);
  });
  try {
    const by = authorshipOf(admin);
    const first = async (tx: Transaction) => {
      await alongside?.(tx);
      return true;
    };
    const report = await changeConfiguration({ db }, edits, {
      ...options,
      secret: settings.secret,
      now,
      by,
      check,
      first,
    });
    const refresh = () => refreshSnapshot(now);
    await takeIntoUse(refresh, admin.log);
    if (await settleChangedLogos(admin, report.changes)) await takeIntoUse(refresh, admin.log);
    return report;
  } catch (error) {
    throw translate(error);
  }
}

/**
 * Plans the changes of saveEntries().
 * @throws AdminError as it does, except for versions
 */
export async function planEntries(admin: AdminContext, edits: readonly EntryEdit[]): Promise<PlanReport> {
  try {
    return await planChanges({ db: admin.db }, edits, admin.settings.secret);
  } catch (error) {
    throw translate(error);
  }
}

function checkVersions(edits: readonly EntryEdit[], changes: readonly Change[]): void {
  for (const { section, key, expected } of edits) {
    if (expected === undefined) continue;
    const change = changes.find((made) => made.section === section && made.key === key);
    if (change === undefined) continue;
    const stored = change.before === null ? null : entryVersion(change.before);
    if (stored === expected) continue;
    if (expected === null) throw new AdminError('already_exists', `${key} already exists`);
    throw new AdminError('changed_meanwhile', `Someone else changed ${key || 'the settings'} in the meantime`);
  }
}

/**
 * Translates a ConfigurationError into an AdminError. Other errors stay as they are.
 * @param placeOf the position of a problem in the form
 */
export function translate(error: unknown, placeOf: (path: Path) => Path = withoutEntry): unknown {
  if (!isConfigurationError(error)) return error;
  const { problems } = error;
  const inUse = problems.find(({ code }) => code === 'in_use');
  if (inUse !== undefined) return new AdminError('in_use', inUse.message, [], { cause: error });
  const fields = problems.map(
    ({ path, code, message, facts = {} }): FieldProblem => ({ field: formatPath(placeOf(path)), code, message, facts }),
  );
  return new AdminError('invalid', error.message, fields, { cause: error });
}

/** The path inside the entry: `clients[0].scope` → `scope`, `portal.login` → `login`. */
function withoutEntry(path: Path): Path {
  return path.slice(path[0] === 'portal' ? 1 : 2);
}
