import type { Check } from '#lib/admin/checks/check';
import { splitDismissed } from '#lib/admin/checks/current-checks';
import { listDismissals } from '#lib/admin/checks/dismissal-store';
import { readStoredChecks } from '#lib/admin/checks/read';
import { texts as checksTexts } from '#lib/admin/checks/texts';
import { listRevisions, type Revision } from '#lib/audit/revision-store';
import { parseOperatorFile } from '#lib/config/file';
import { readConfigurationFile } from '#lib/config/read-file';
import type { Database } from '#lib/db/database';
import type { Settings } from '#lib/settings/settings';
import { listTenants } from '#lib/tenants/tenant-store';
import { listMemberships } from '#lib/users/tenant-membership-store';
import { type WalkedUser, walkUsers } from '#lib/users/user-list-store';
import { hasHiddenCharacter, hasHiddenCharacterInName } from '#lib/vocabulary/hidden-characters';
import { printable } from '../command';
import { type Finding, healthy, wrong } from './finding';

/** @param db null if it cannot be used yet */
export async function checkConfigurationFile(db: Database | null, { configFile }: Settings): Promise<Finding> {
  const [last] = db === null ? [] : await listRevisions(db, { before: null, limit: 1 });
  const history = last === undefined ? 'not changed yet' : `last changed ${describe(last)}`;
  if (configFile === null) return healthy('configuration', history);
  try {
    parseOperatorFile(await readConfigurationFile(configFile), configFile);
    return healthy('configuration', `${configFile} is valid; ${history}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot read the file';
    return wrong('configuration', message, 'Correct the file in SIGNET_CONFIG. docs/configuration.md lists the keys.');
  }
}

function describe({ at, actor, source, number }: Revision): string {
  return `${at.toISOString()} by ${actor.name ?? actor.kind.replace('_', ' ')} (${source}, revision ${number})`;
}

/** Checks the configuration rule by rule. Only an error makes the installation unhealthy. */
export async function* checkConfigured(db: Database, settings: Settings, now: Date): AsyncGenerator<Finding> {
  const checks = await readStoredChecks({ db, settings, now });
  const { open, dismissed } = splitDismissed(checks, await listDismissals(db, now));
  if (open.length === 0) yield healthy('configuration', 'all checks passed');
  if (dismissed.length > 0)
    yield healthy('dismissed', `${dismissed.length} findings were dismissed in the administration`);
  for (const check of open) yield toFinding(check);
  yield* checkAccounts(db);
  yield* findFormerTenants(db);
}

function toFinding({ rule, severity, object, detail }: Check): Finding {
  const [title, advice] = checksTexts.rules[rule];
  const name = object.name === null || object.name === object.id ? object.id : `${object.id} (${object.name})`;
  const place = printable(detail === null ? name : `${name}, ${detail}`);
  return { subject: `${severity}: ${title}`, ok: severity !== 'error', message: `${object.kind} ${place}`, advice };
}

/** The maximum number for each kind. The rest is listed once these are fixed. */
const maximumNamed = 20;

const kinds = [
  { rule: 'row_unreadable', isError: true, concerns: ({ isReadable }: WalkedUser) => !isReadable },
  // Names from before such characters were refused (security #83).
  { rule: 'name_hidden_characters', isError: false, concerns: hasHiddenName },
] as const;

/** Reports accounts whose rows cannot be read or whose names contain invisible characters. Reads every account. */
export async function* checkAccounts(db: Database): AsyncGenerator<Finding> {
  const named = new Map<string, number>();
  for await (const user of walkUsers(db)) {
    for (const { rule, isError, concerns } of kinds) {
      const count = named.get(rule) ?? 0;
      if (count === maximumNamed || !concerns(user)) continue;
      named.set(rule, count + 1);
      const [title, advice] = checksTexts.rules[rule];
      const shown = printable(user.name === null ? user.username : `${user.username} (${user.name})`);
      const subject = `${isError ? 'error' : 'warning'}: ${title}`;
      yield { subject, ok: !isError, message: `user ${user.sub}: ${shown}`, advice };
    }
  }
}

function hasHiddenName({ username, name }: WalkedUser): boolean {
  return hasHiddenCharacter(username) || (name !== null && hasHiddenCharacterInName(name));
}

/**
 * Tenants that accounts list but that do not exist. They were deleted in an earlier version, which left them in the
 * accounts. A new tenant with such a name would let these people in, and exports contain the name.
 */
export async function* findFormerTenants(db: Database): AsyncGenerator<Finding> {
  const known = new Set((await listTenants(db)).map(({ name }) => name));
  const accountsOf = new Map<string, number>();
  for (const { tenants, accounts } of await listMemberships(db)) {
    for (const name of tenants) if (!known.has(name)) accountsOf.set(name, (accountsOf.get(name) ?? 0) + accounts);
  }
  for (const [name, accounts] of accountsOf) {
    yield {
      subject: 'warning: Users with a tenant that does not exist',
      ok: true,
      message: `tenant ${name}: ${accounts} ${accounts === 1 ? 'user' : 'users'}`,
      advice: 'Create the tenant, then delete it again. This removes its name from the users.',
    };
  }
}
