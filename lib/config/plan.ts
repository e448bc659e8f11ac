import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import type { Portal } from '#lib/tenants/tenant';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import { checkAcrNames } from './check-acr-names';
import { checkIdentifiers } from './check-identifiers';
import { checkPasswordLength } from './check-password-length';
import { checkReferences, checkRemovals } from './check-references';
import { checkSecurityProfile } from './check-security-profile';
import { checkTokenTypes } from './check-token-types';
import type { Change } from './diff';
import type { ConfigurationFile } from './file';
import { comparePasswords, type Passwords } from './passwords';
import { planPortal } from './portal';
import type { State } from './sections';
import { type After, planSections, sections } from './sections';
import { entriesToRead, type Removal, readState } from './state';

/** What applying a file would change, in the order of the file's vocabulary. */
export type PlanReport = { readonly changes: readonly Change[]; readonly warnings: readonly string[] };

/** The report with what has to be written. */
export type Plan = PlanReport & { readonly portal: Portal | null; readonly after: After };

export type PlanOptions = Removal & {
  /** SIGNET_SECRET: it seals and opens the providers' secrets. */
  readonly secret: MasterSecret;
};

/**
 * What applyConfiguration() would change. Nothing is written, no network is used.
 * @throws ConfigurationError (code `invalid_configuration`) when the file does not fit the database
 */
export async function planConfiguration(
  db: Database,
  file: ConfigurationFile,
  options: PlanOptions,
): Promise<PlanReport> {
  const state = await readState(db, entriesToRead(file, options));
  const passwords = await comparePasswords(file.sections.users ?? [], state.users, { hash: async () => 'a new hash' });
  const { changes, warnings } = computePlan(state, file, passwords, options);
  return { changes, warnings };
}

/**
 * Compares a file with the stored configuration.
 * @throws ConfigurationError when the file does not fit it
 */
export function computePlan(
  state: State,
  file: ConfigurationFile,
  passwords: Passwords,
  { prune, secret, remove = {} }: PlanOptions,
): Plan {
  const named = new Map(Object.entries(remove).map(([section, ids]) => [section, new Set(ids)]));
  const isRemoved = (section: EntrySection, id: string) => prune || named.get(section)?.has(id) === true;
  const after = planSections(state, file.sections, { secret, passwords, fail: file.fail, isRemoved });
  const portal = planPortal(state.portal, { portal: file.sections.portal, isPruned: prune });
  const settings = portal.write ?? state.portal;
  const problems = [
    ...checkReferences(after),
    ...checkIdentifiers(file.sections, state, after),
    ...checkTokenTypes(file.sections, after),
    ...checkAcrNames(file.sections, after, settings.acrAliases),
    ...checkPasswordLength(file.sections, after, settings),
    ...checkSecurityProfile(file.sections, after, settings),
    ...checkRemovals(after),
  ];
  if (problems.length > 0) throw file.fail(problems);
  return {
    after,
    portal: portal.write,
    changes: [...portal.changes, ...Object.values(after).flatMap(({ changes }) => changes)],
    warnings: Object.values(sections).flatMap((section) => section.findWarnings(file.sections, settings)),
  };
}
