import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { findClient, listClients } from '#lib/clients/client-store';
import { findSectorProblem } from '#lib/clients/sector/check-sector-document';
import type { ApplyReport } from '#lib/config/apply';
import { changeConfiguration, type EntryChange, planChanges } from '#lib/config/change';
import { type Change, entryVersion } from '#lib/config/diff';
import type { PlanReport } from '#lib/config/plan';
import { formatPath, isConfigurationError, type Path } from '#lib/config/problem';
import type { Transaction } from '#lib/db/database';
import { fetchChangedLogos, settledTogether } from '#lib/protocol/client-logos/refresh-logos';
import { refreshSnapshot, takeIntoUse } from '#lib/snapshot/current';
import { groupKey } from '#lib/vocabulary/group-name';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError, type FieldProblem } from '../admin-error';
import { checkAuthority } from './check-authority';

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
    const first = alongside && {
      first: async (tx: Transaction) => {
        await alongside(tx);
        return true;
      },
    };
    const { secret, issuer } = settings;
    const how = { ...options, ...first, secret, issuer, now, by, check };
    const report = await changeConfiguration({ db }, edits, how);
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
  const { secret, issuer } = admin.settings;
  try {
    return await planChanges({ db: admin.db }, edits, { secret, issuer });
  } catch (error) {
    throw translate(error);
  }
}

function checkVersions(edits: readonly EntryEdit[], changes: readonly Change[]): void {
  for (const { section, key, expected } of edits) {
    if (expected === undefined) continue;
    const idOf = (name: string) => (section === 'groups' ? groupKey(name) : name);
    const change = changes.find((made) => made.section === section && idOf(made.key) === idOf(key));
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

const sectorClient = z.object({
  subject_type: z.literal('pairwise'),
  sector_identifier_uri: z.string(),
  redirect_uris: z.array(z.string()),
});

/**
 * Fetches the documents at `sector_identifier_uri` of clients whose addresses change. Applying a file does not do this,
 * because it uses no network.
 * @param authorize runs before anything is fetched. If it throws, everything stops
 * @throws AdminError `invalid` at the field if a document does not list every redirect URI
 */
async function checkSectors(
  { db, settings }: AdminContext,
  edits: readonly EntryChange[],
  authorize: () => Promise<void>,
): Promise<void> {
  for (const { section, key, entry } of edits) {
    const { data: client } = sectorClient.safeParse(section === 'clients' ? entry : null);
    if (client === undefined) continue;
    const { sector_identifier_uri: uri, redirect_uris: redirectUris } = client;
    const former = (await findClient(db, key))?.record;
    const wasChecked = former?.subjectType === 'pairwise' && former.sectorIdentifierUri === uri;
    if (wasChecked && isDeepStrictEqual(former.redirectUris, redirectUris)) continue;
    await authorize();
    const reason = await findSectorProblem(uri, redirectUris, settings);
    if (reason === null) continue;
    const problem = { field: 'sector_identifier_uri', code: 'sector_document', message: reason, facts: { reason } };
    throw new AdminError('invalid', reason, [problem]);
  }
}

/** Fetches the logos of clients that an administrator has just changed: see fetchChangedLogos(). */
async function settleChangedLogos(admin: AdminContext, changes: readonly Change[]): Promise<boolean> {
  const ids = changes.filter(mayShowAnother).map(({ key }) => key);
  if (ids.length === 0 || ids.length > settledTogether) return false;
  return fetchChangedLogos(await listClients(admin.db, ids), admin);
}

/** A change affects the logo only if it changes something that refreshLogos() reads. */
function mayShowAnother({ section, kind, values }: Change): boolean {
  if (section !== 'clients' || kind === 'delete') return false;
  return kind === 'create' || values.some(({ key }) => ['logo_uri', 'enabled', 'self_registered'].includes(key));
}
