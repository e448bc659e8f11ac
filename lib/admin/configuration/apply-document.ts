import { type ApplyOptions, type ApplyReport, applyConfiguration } from '#lib/config/apply';
import type { Change } from '#lib/config/diff';
import { type ConfigurationFile, readSentConfiguration } from '#lib/config/file';
import { type ToldMark, tellMark } from '#lib/config/impact/describe-mark';
import { type Impact, readImpact } from '#lib/config/impact/read-impact';
import { type PlanReport, planConfiguration } from '#lib/config/plan';
import { sentLimit } from '#lib/config/source';
import { flatMapInSlices } from '#lib/http/in-slices';
import { refreshSnapshot, takeIntoUse } from '#lib/snapshot/current';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import { type AdminContext, authorshipOf } from '../admin-context';
import { type Difference, differences } from '../differences';
import { checkAuthority, checkRole } from './check-authority';
import { translate } from './save-entries';

/** The changes of a document. For secrets they contain only the number. */
export type DocumentReport = {
  readonly changes: readonly {
    readonly section: string;
    readonly key: string;
    readonly kind: Change['kind'];
    readonly differences: readonly Difference[];
    /** The keys that return to their defaults, because the document leaves them out. */
    readonly resets: readonly string[];
    /** The effects on people and clients. Known only before the document is applied. */
    readonly risks: readonly ToldMark[];
  }[];
  readonly warnings: readonly string[];
};

/**
 * Plans the changes of a document. Writes nothing.
 * @param document sections as in a configuration file, without users, because people are not configuration
 * @throws AdminError `invalid`, `in_use`, `forbidden`
 */
export async function planDocument(admin: AdminContext, document: object): Promise<DocumentReport> {
  const { db, settings, now } = admin;
  try {
    const { secret, issuer } = settings;
    const report = await planConfiguration(db, await readSentConfiguration(document, sentLimit), {
      secret,
      issuer,
      prune: false,
    });
    checkRole(admin, report.changes);
    return await tell(report, await readImpact(db, report.changes, now));
  } catch (error) {
    throw translate(error, (path) => path);
  }
}

/**
 * Applies a document to the configuration, completely or not at all, as one revision. Entries that it does not list
 * stay.
 * @throws AdminError as planDocument() does
 */
export async function applyDocument(admin: AdminContext, document: object): Promise<DocumentReport> {
  try {
    return await tell(await applyFile(admin, await readSentConfiguration(document, sentLimit)));
  } catch (error) {
    throw translate(error, (path) => path);
  }
}

/**
 * Applies the entries of a file, as one revision.
 * @param check checks the changes before they are written. If it throws, everything is rolled back
 * @throws ConfigurationError if the file does not fit the database; AdminError `forbidden`
 */
export async function applyFile(
  admin: AdminContext,
  file: ConfigurationFile,
  check: (changes: readonly Change[]) => void = () => undefined,
): Promise<ApplyReport> {
  const { db, settings, now } = admin;
  const options: ApplyOptions = {
    secret: settings.secret,
    issuer: settings.issuer,
    prune: false,
    now,
    by: authorshipOf(admin),
    check: (changes) => {
      checkAuthority(admin, changes);
      check(changes);
    },
  };
  const report = await applyConfiguration({ db }, file, options);
  await takeIntoUse(() => refreshSnapshot(now), admin.log);
  return report ?? { changes: [], warnings: [], revision: null };
}

export async function tell({ changes, warnings }: PlanReport, impact: Impact = new Map()): Promise<DocumentReport> {
  const told = await flatMapInSlices(changes, (change) => [
    {
      section: change.section,
      key: change.key,
      kind: change.kind,
      differences: differences(withoutSecrets(change.before), withoutSecrets(change.after)),
      resets: change.resets ?? [],
      risks: (impact.get(change) ?? []).map(tellMark),
    },
  ]);
  return { changes: told, warnings };
}
