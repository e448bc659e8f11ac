import { listApis } from '#lib/apis/api-store';
import { toClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { hasPeople } from '#lib/clients/flows';
import { leftOutSince, mixedSince, pkceSince, secretsOldBefore, unusedSince } from '#lib/clients/usage/unused-since';
import {
  areLegacyFlowsUnused,
  listIssuerAssertions,
  listLeftOut,
  listOldSecrets,
  listPkceUses,
  listUnusedClients,
  listUnusedParts,
} from '#lib/clients/usage/use-store';
import { whoIsIn, whoMayUse } from '#lib/config/impact/standing';
import { listNobody } from '#lib/config/impact/standing-store';
import { findGetStarted } from '#lib/config/installation-store';
import type { Database } from '#lib/db/database';
import { listGroups } from '#lib/groups/group-store';
import { keyPhase } from '#lib/keys/key-phase';
import { listKeys } from '#lib/keys/load-key-rings';
import { toProvider } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { listScopes } from '#lib/scopes/scope-store';
import { isAddressHost } from '#lib/settings/issuer';
import type { Settings } from '#lib/settings/settings';
import { currentPortal, listTenants } from '#lib/tenants/tenant-store';
import { groupKey } from '#lib/vocabulary/group-name';
import type { AdminContext } from '../admin-context';
import { leftOfDemo } from '../demo/read';
import { listOverflowing } from '../providers/health';
import type { Check, CheckRule } from './check';
import { checkConfiguration } from './check-configuration';
import { type Checked, type Severity, severities } from './checked';
import { isEmailAlone } from './installation-rules';
import { countWithoutAddress, countWithoutFactor, listNamedPeople } from './people-store';

type Installation = {
  readonly db: Database;
  readonly settings: Checked['settings'];
  readonly now: Date;
};

/** The configuration to check. */
type Configuration = Pick<
  Checked,
  'clients' | 'scopes' | 'apis' | 'groups' | 'providers' | 'tenants' | 'portal' | 'keys'
>;

/**
 * All findings of the checks, most severe first. It needs a few statements, regardless of the size of the
 * configuration.
 */
export async function readChecks({ snapshot, ...installation }: Installation & Pick<AdminContext, 'snapshot'>) {
  const { clients, keys, scopes, apis, groups, providers, tenants, portal } = snapshot;
  const listed = [...keys.values()].map((key) => ({ ...key, phase: keyPhase(key, installation.now) }));
  return check(
    { clients: [...clients.values()], keys: listed, scopes, apis, groups, providers, tenants, portal },
    installation,
  );
}

type Stored = Installation & { readonly settings: Pick<Settings, 'secret'> };

/** The same for the stored configuration, for a command without a running server. */
export async function readStoredChecks(installation: Stored): Promise<Check[]> {
  const { db, settings, now } = installation;
  const portal = await currentPortal(db);
  const configuration = {
    clients: (await listClients(db)).map((client) => toClient(client, portal.securityProfile)),
    scopes: byName(await listScopes(db)),
    apis: byName(await listApis(db)),
    groups: new Map((await listGroups(db)).map((group) => [group.id, group])),
    providers: byName((await listProviders(db)).map((record) => toProvider(record, settings.secret))),
    tenants: byName(await listTenants(db)),
    portal,
    keys: await listKeys(db, now),
  };
  return check(configuration, installation);
}

async function check(configuration: Configuration, { db, settings, now }: Installation): Promise<Check[]> {
  const since = unusedSince(now);
  const unused = await listUnusedClients(db, since);
  const unusedParts =
    unused === null ? new Map<string, ReadonlySet<string>>() : await listUnusedParts(db, since, configuration.clients);
  const mapsGroups = [...configuration.providers.values()].some(({ groupMapping }) => groupMapping !== null);
  const leftOut = await listLeftOut(db, { mixed_audience: mixedSince(now), claims_omitted: leftOutSince(now) });
  const uses = {
    unused: new Set(unused),
    unusedParts,
    issuerAssertions: new Set(await listIssuerAssertions(db, since)),
    pkceUses: await listPkceUses(db, pkceSince(now)),
    mixedAudiences: leftOut('mixed_audience'),
    omittedClaims: leftOut('claims_omitted'),
    overflowing: mapsGroups ? await listOverflowing({ db }, leftOutSince(now)) : new Set<string>(),
    oldSecrets: await listOldSecrets(db, secretsOldBefore(now)),
    areLegacyFlowsUnused: await areLegacyFlowsUnused(db, since),
  };
  const people = await readCheckedPeople(configuration, { db, settings });
  const access = await readAccess(configuration, { db, now });
  const demo = await readDemo(configuration, db);
  return checkConfiguration({ ...configuration, ...uses, people, access, demo, settings, now });
}

/** Who may use clients that are not for everyone, and who decides about requests there. */
async function readAccess(
  { clients, ...configuration }: Configuration,
  { db, now }: Pick<Installation, 'db' | 'now'>,
): Promise<Checked['access']> {
  const rules = { groups: configuration.groups, providers: configuration.providers };
  const assigned = clients.filter((one) => one.enabled && one.access === 'assigned' && hasPeople(one));
  const may = new Map(assigned.map((client) => [client.clientId, whoMayUse(client, rules)]));
  const names = assigned.flatMap(({ approverGroups }) => approverGroups);
  const approvers = new Map(names.map((name) => [groupKey(name), whoIsIn([name], rules)]));
  return {
    nobody: await listNobody(db, may, { now }),
    silentGroups: await listNobody(db, approvers, { now, hasAddress: true }),
  };
}

/** The overview's first steps offer to remove the demo until they are dismissed. */
async function readDemo({ clients, scopes }: Configuration, db: Database): Promise<Checked['demo']> {
  const { demo, isDismissed } = await findGetStarted(db);
  if (!isDismissed) return { clients: [], scopes: [] };
  return leftOfDemo({ clients: new Map(clients.map((client) => [client.clientId, client])), scopes }, demo);
}

/** People are counted only if a second factor is required, or if a username is not enough. */
async function readCheckedPeople(
  { portal, tenants }: Pick<Configuration, 'portal' | 'tenants'>,
  { db, settings }: Pick<Installation, 'db' | 'settings'>,
): Promise<Checked['people']> {
  const arePasskeysOn = portal.passkeys === 'on' && !isAddressHost(settings.issuerHost);
  const enough = { isMailEnough: portal.emailSecondFactor === 'on', arePasskeysOn };
  const required = [...tenants.values()].filter(({ secondFactor }) => secondFactor === 'required');
  const counts: [string, number][] = [];
  for (const { name: tenant } of required) {
    counts.push([tenant, await countWithoutFactor(db, tenant, enough)]);
  }
  const unnamed: [string, number][] = [];
  for (const { name: tenant } of [...tenants.values()].filter(isEmailAlone)) {
    unnamed.push([tenant, await countWithoutAddress(db, { tenant, arePasskeysOn })]);
  }
  const isRequired = portal.secondFactor === 'required';
  const ofPortal = isRequired ? await countWithoutFactor(db, null, enough) : 0;
  return {
    ...(await listNamedPeople(db)),
    withoutFactor: { portal: ofPortal, tenants: new Map(counts) },
    withoutAddress: {
      portal: isEmailAlone(portal) ? await countWithoutAddress(db, { tenant: null, arePasskeysOn }) : 0,
      tenants: new Map(unnamed),
    },
  };
}

function byName<Entry extends { readonly name: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** The findings of one rule. */
export type CheckGroup = { readonly rule: CheckRule; readonly severity: Severity; readonly checks: readonly Check[] };

/** Groups findings by rule and keeps their order. */
export function groupChecks(checks: readonly Check[]): CheckGroup[] {
  const groups = new Map<CheckRule, Check[]>();
  for (const check of checks) {
    const group = groups.get(check.rule);
    if (group === undefined) groups.set(check.rule, [check]);
    else group.push(check);
  }
  return [...groups].flatMap(([rule, found]) => {
    const [first] = found;
    return first === undefined ? [] : [{ rule, severity: first.severity, checks: found }];
  });
}

/** The number of findings of each severity. */
export function countChecks(checks: readonly Check[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, advice: 0 };
  for (const severity of severities) counts[severity] = checks.filter((check) => check.severity === severity).length;
  return counts;
}

/** The maximum number of findings on the page of a rule. */
export const checkPageSize = 100;

/** The number of errors and warnings for each object of a kind, by its ID. */
export function countIssues(checks: readonly Check[], kind: Check['object']['kind']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { object, severity } of checks) {
    if (object.kind === kind && severity !== 'advice') counts.set(object.id, (counts.get(object.id) ?? 0) + 1);
  }
  return counts;
}
