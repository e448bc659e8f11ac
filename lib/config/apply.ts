import { createClients, deleteClients, updateClient } from '#lib/clients/store';
import type { Transaction } from '#lib/db/database';
import type { OpenDatabase } from '#lib/db/open-database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { ensureKeys } from '#lib/keys/ensure-keys';
import { createProviders, deleteProviders, updateProvider } from '#lib/providers/store';
import { createScopes, deleteScopes, updateScope } from '#lib/scopes/store';
import { signOutUser } from '#lib/sessions/sign-out';
import { createTenants, deleteTenants, savePortal, updateTenant } from '#lib/tenants/store';
import { hashPassword } from '#lib/users/password-hash';
import { deleteUser, listUsers, updateUser, voidPasswordLinks } from '#lib/users/store';
import type { Authorship } from './authorship';
import type { Change } from './diff';
import type { ConfigurationFile } from './file';
import { comparePasswords, isOutdated, type Passwords } from './passwords';
import { computePlan, type Plan, type PlanOptions, type PlanReport } from './plan';
import { recordRevision } from './revisions/record-revision';
import { entriesToRead, readState } from './state';
import { createUsers } from './store';

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

const attempts = 3;

/** A file of ten thousand clients takes a while; the server goes on serving meanwhile. */
const applyTimeoutMs = 120_000;

/**
 * Makes the stored configuration what the file says: all of it in one transaction, or nothing. Two that do this at
 * the same time are put in order, and the second one sees what the first one wrote. Keys for every algorithm that a
 * client names exist before. No network is used.
 * @returns what was changed; null when `first` said no
 * @throws ConfigurationError (code `invalid_configuration`) when the file does not fit the database
 */
export async function applyConfiguration(
  { db }: Pick<OpenDatabase, 'db'>,
  file: ConfigurationFile,
  options: ApplyOptions,
): Promise<PlanReport | null> {
  const users = file.sections.users ?? [];
  await ensureKeys(db, options.secret, namedAlgs(file), options.now);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // Hashing takes its time: before the transaction, so that no other writer waits for it.
    const stored = await listUsers(db, entriesToRead(file, options).users);
    const passwords = await comparePasswords(users, stored, hashPassword);
    const result = await transaction(db, (tx) => write(tx, file, passwords, options), { timeout: applyTimeoutMs });
    if (result !== 'outdated') return result;
  }
  throw new Error('the users changed again and again while the file was applied');
}

/** The algorithms that the file's clients are served with. */
function namedAlgs({ sections }: ConfigurationFile) {
  const clients = sections.clients ?? [];
  return [...new Set(clients.flatMap((client) => [client.idTokenSignedResponseAlg, client.accessTokenSigningAlg]))];
}

async function write(
  tx: Transaction,
  file: ConfigurationFile,
  passwords: Passwords,
  options: ApplyOptions,
): Promise<PlanReport | null | 'outdated'> {
  const number = await bumpRevision(tx);
  const state = await readState(tx, entriesToRead(file, options));
  if (isOutdated(passwords, state.users)) return 'outdated';
  if (options.first && !(await options.first(tx))) return null;
  const plan = computePlan(state, file, passwords, options);
  options.check?.(plan.changes);
  await writePlan(tx, plan, options.now);
  await recordRevision(tx, number, plan.changes, options);
  return { changes: plan.changes, warnings: plan.warnings };
}

/** What goes makes room first: a name or an address may move from a deleted entry to a new one. */
async function writePlan(tx: Transaction, plan: Plan, now: Date): Promise<void> {
  const { portal, scopes, clients, users, providers, tenants } = plan;
  await deleteScopes(
    tx,
    scopes.remove.map((scope) => scope.name),
  );
  await deleteClients(
    tx,
    clients.remove.map((client) => client.clientId),
  );
  for (const { sub } of users.remove) {
    await signOutUser(tx, { sub, now });
    await deleteUser(tx, sub);
  }
  await deleteProviders(
    tx,
    providers.remove.map((provider) => provider.name),
  );
  await deleteTenants(
    tx,
    tenants.remove.map((tenant) => tenant.name),
  );
  for (const scope of scopes.update) await updateScope(tx, scope, now);
  for (const client of clients.update) await updateClient(tx, client, now);
  for (const { sub, ...user } of users.update) {
    await updateUser(tx, sub, user, now);
    const changed = changedKeys(plan, user.username);
    const hasNewPassword = changed.includes('password_hash');
    // Whoever signed in with the former password is signed out (security #91).
    if (!user.enabled || hasNewPassword) await signOutUser(tx, { sub, now });
    // A link that waits may be in the hands of somebody who was not to have this password, or this role.
    if (hasNewPassword || changed.includes('admin')) await voidPasswordLinks(tx, sub, now);
  }
  for (const provider of providers.update) await updateProvider(tx, provider, now);
  for (const tenant of tenants.update) await updateTenant(tx, tenant, now);
  await createScopes(tx, scopes.create, now);
  await createClients(tx, clients.create, now);
  await createUsers(tx, users.create, now);
  await createProviders(tx, providers.create, now);
  await createTenants(tx, tenants.create, now);
  if (portal !== null) await savePortal(tx, portal);
}

/** The keys of a user that get another value. */
function changedKeys({ changes }: Plan, username: string): readonly string[] {
  const change = changes.find(({ section, key }) => section === 'users' && key === username);
  return change?.values.map(({ key }) => key) ?? [];
}
