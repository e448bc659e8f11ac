import type { ClientRecord } from '#lib/clients/client-record';
import type { Database } from '#lib/db/database';
import type { ProviderRecord } from '#lib/providers/provider-record';
import type { Scope } from '#lib/scopes/scope';
import { defaultPortal } from '#lib/tenants/portal-schema';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import type { User } from '#lib/users/user';
import { checkIdentifiers } from './check-identifiers';
import { checkReferences } from './check-references';
import { checkRemovals } from './check-removals';
import { desiredState } from './desired-state';
import { type Change, diffSection, diffWire, type SectionPlan } from './diff';
import type { ConfigurationFile } from './file';
import { kinds } from './kinds';
import { comparePasswords, type Passwords } from './passwords';
import type { SectionName } from './sections';
import { entriesToRead, type Removal, readState, type State } from './state';
import { contrastWarnings, passwordWarnings } from './warnings';
import { wirePortal } from './wire';

/** What applying a file would change, in the order of the file's vocabulary. */
export type PlanReport = { readonly changes: readonly Change[]; readonly warnings: readonly string[] };

/** The sections once a file is applied; of clients and users those that matter for it (see entriesToRead()). */
export type After = {
  readonly scopes: SectionPlan<Scope>;
  readonly clients: SectionPlan<ClientRecord>;
  readonly users: SectionPlan<User>;
  readonly providers: SectionPlan<ProviderRecord>;
  readonly tenants: SectionPlan<Tenant>;
};

/** The report with the records to write. */
export type Plan = PlanReport & After & { readonly portal: Portal | null };

export type PlanOptions = Removal & {
  /** SIGNET_SECRET: it seals and opens the providers' secrets. */
  readonly secret: string;
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
  const passwords = await comparePasswords(file.sections.users ?? [], state.users, async () => 'a new hash');
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
  const desired = desiredState(state, file, passwords, secret);
  const goes = (section: SectionName) => {
    const named = new Set(remove[section]);
    return (id: string) => prune || named.has(id);
  };
  const sections: After = {
    scopes: diffSection(kinds.scopes, state.scopes, desired.scopes, goes('scopes')),
    clients: diffSection(kinds.clients, state.clients, desired.clients, goes('clients')),
    users: diffSection(kinds.users, state.users, desired.users, goes('users')),
    providers: diffSection(kinds.providers, state.providers, desired.providers, goes('identity_providers')),
    tenants: diffSection(kinds.tenants, state.tenants, desired.tenants, goes('tenants')),
  };
  const problems = [
    ...checkReferences(file.sections, sections),
    ...checkIdentifiers(file.sections, state.users, sections),
    ...checkRemovals(sections),
  ];
  if (problems.length > 0) throw file.fail(problems);
  const portal = diffPortal(state.portal, file.sections.portal ?? (prune ? defaultPortal : state.portal));
  return {
    ...sections,
    portal: portal.write,
    changes: [...portal.changes, ...Object.values(sections).flatMap((section) => section.changes)],
    warnings: [...passwordWarnings(file.sections.users ?? []), ...contrastWarnings(file.sections.tenants ?? [])],
  };
}

function diffPortal(stored: Portal, desired: Portal): { write: Portal | null; changes: Change[] } {
  const [before, after] = [wirePortal(stored), wirePortal(desired)];
  const values = diffWire(before, after);
  if (values.length === 0) return { write: null, changes: [] };
  return { write: desired, changes: [{ kind: 'update', section: 'portal', key: '', values, before, after }] };
}
