import { ensureAuditKeys } from '#lib/audit/seals/audit-key';
import { clientTable, listClients } from '#lib/clients/client-store';
import { sha256 } from '#lib/crypto/hash';
import type { Database, Transaction } from '#lib/db/database';
import type { OpenDatabase } from '#lib/db/open-database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { ensureKeys } from '#lib/keys/ensure-keys';
import { findScope, scopeTable } from '#lib/scopes/scope-store';
import type { Settings } from '#lib/settings/settings';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { findPortal, savePortal } from '#lib/tenants/tenant-store';
import { createOwnerSetup } from '#lib/users/owner/owner-setup';
import { demoClientId } from '#lib/vocabulary/demo';
import { type ApplyOptions, applyConfiguration } from './apply';
import { byStart } from './authorship';
import { afterRemovals } from './continue-removals';
import { createDemo, type DemoUser, demoMcp, moveDemoClient, moveDemoScope } from './demo';
import { parseOperatorFile } from './file';
import {
  findAppliedDigest,
  hasClient,
  isUnconfigured,
  listSubjects,
  saveAppliedDigest,
  saveDemoEntries,
} from './installation-store';
import type { PlanReport } from './plan';
import { readConfigurationFile } from './read-file';

/** The facts about the configuration that are printed at a start. */
export type Preparation = {
  /** The changes from SIGNET_CONFIG. Null without it, or if the same content was applied before. */
  readonly applied: PlanReport | null;
  /** The demonstration, if its client exists. `users` is empty unless this start created them. */
  readonly demo: {
    readonly users: readonly DemoUser[];
    readonly signInUrl: string;
  } | null;
  /** The one-time address that creates the first owner. Null if there is an owner. */
  readonly ownerSetupUrl: string | null;
};

type Start = { readonly open: OpenDatabase; readonly settings: Settings; readonly now: Date };

/**
 * Prepares a migrated database: the row of the portal, keys for RS256 and ES256, and SIGNET_CONFIG if its content is
 * not the one applied last. An empty database at localhost without SIGNET_CONFIG gets the demo configuration. If
 * several processes start at once, the revision row serializes them, and only one of them does each step.
 * @throws ConfigurationError (code `invalid_configuration`), WrongSecretError (code `wrong_secret`)
 */
export async function prepareConfiguration({ open, settings, now }: Start): Promise<Preparation> {
  await ensurePortal(open);
  await ensureKeys(open.db, settings.secret, ['RS256', 'ES256'], now);
  await ensureAuditKeys(open.db, settings.secret, now);
  const applied = settings.configFile === null ? null : await applyFile(settings.configFile, { open, settings, now });
  const mayDemonstrate = settings.configFile === null && settings.localhost;
  const users = mayDemonstrate ? await installDemo({ open, settings, now }) : [];
  if (mayDemonstrate) await moveDemo({ open, settings, now });
  const hasDemo = settings.localhost && (await hasClient(open.db, demoClientId));
  const demo = hasDemo ? demoLinks(settings, users) : null;
  const handle = await createOwnerSetup(open.db, now);
  const ownerSetupUrl = handle && `${settings.issuer}/setup/owner?token=${handle}`;
  return { applied, demo, ownerSetupUrl };
}

async function ensurePortal({ db }: OpenDatabase): Promise<void> {
  if ((await findPortal(db)) !== null) return;
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    if ((await findPortal(tx)) === null) await savePortal(tx, defaultPortal);
  });
}

/** Applies the file if its content has changed. Otherwise edits in the database stay. */
async function applyFile(path: string, { open, settings, now }: Start): Promise<PlanReport | null> {
  const text = await readConfigurationFile(path);
  const digest = sha256(text);
  if ((await findAppliedDigest(open.db)) === digest) return null;
  const options: ApplyOptions = {
    prune: false,
    secret: settings.secret,
    issuer: settings.issuer,
    by: byStart,
    now,
    first: async (tx) => (await findAppliedDigest(tx)) !== digest,
    last: (tx) => saveAppliedDigest(tx, digest),
  };
  const file = parseOperatorFile(text, path);
  return afterRemovals(open.db, now, () => applyConfiguration(open, file, options));
}

/** @returns the users with their passwords; empty if something is already configured */
async function installDemo({ open, settings, now }: Start): Promise<readonly DemoUser[]> {
  if (!(await isUnconfigured(open.db))) return [];
  const { file, users } = createDemo(settings);
  const options = { prune: false, secret: settings.secret, by: byStart, now, first: isUnconfigured };
  if ((await applyConfiguration(open, file, options)) === null) return [];
  const { clients = [], scopes = [] } = file.sections;
  const entries = {
    clients: clients.map(({ clientId }) => clientId),
    scopes: scopes.map(({ name }) => name),
    users: await listSubjects(
      open.db,
      users.map(({ username }) => username),
    ),
  };
  await transaction(open.db, (tx) => saveDemoEntries(tx, entries));
  return users;
}

async function moveDemo({ open: { db }, settings, now }: Start): Promise<void> {
  const find = async (tx: Database | Transaction) => ({
    clients: moved(await listClients(tx, [demoClientId]), (client) => moveDemoClient(client, settings)),
    scopes: moved([await findScope(tx, demoMcp.scope)], (scope) => moveDemoScope(scope, settings)),
  });
  const { clients, scopes } = await find(db);
  if (clients.length + scopes.length === 0) return;
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    const found = await find(tx);
    await clientTable.update(db.prepared.dialect, found.clients, { now })(tx);
    await scopeTable.update(db.prepared.dialect, found.scopes, { now })(tx);
  });
}

/** The records that must change, before and after. */
function moved<Record>(stored: readonly (Record | null)[], move: (record: Record) => Record | null) {
  return stored.flatMap((former) => {
    const record = former === null ? null : move(former);
    return former === null || record === null ? [] : [{ former, record }];
  });
}

function demoLinks({ issuer }: Settings, users: readonly DemoUser[]): Preparation['demo'] {
  return { users, signInUrl: `${issuer}/demo/start` };
}
