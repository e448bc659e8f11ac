import { unusedSince } from '#lib/clients/usage/unused-since';
import { type LastUse, listLegacyFlowClients, listUses } from '#lib/clients/usage/use-store';
import type { Database } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import type { Change } from '../diff';
import { sections } from '../sections';
import { createAsker, ownerMarks } from './access-marks';
import { readRulesChange } from './access-rules';
import { type UsedSecret, updateMarks } from './client-marks';
import { findFormerNames } from './former-marks';
import { listSecretIds } from './impact-store';
import { countLimit, type Mark, naming } from './mark';
import { mappingMarks, personMarks } from './person-marks';
import { tokenMarks } from './token-marks';

/** The effects of changes. Changes without an effect are missing. */
export type Impact = ReadonlyMap<Change, readonly Mark[]>;

/** Each entry that ends is looked up on its own. Of more than this many, the others are marked as not checked. */
export const maximumEnded = 300;

/**
 * Finds who uses the entries that the changes delete, disable or update. It writes nothing. Call it before the changes
 * are applied. Uses of the last 90 days count. They are recorded at most an hour late.
 */
export async function readImpact(db: Database, changes: readonly Change[], now: Date): Promise<Impact> {
  const risky = changes.filter(({ kind }) => kind !== 'create');
  const clients = await readClients(db, risky, now);
  const unchecked = new Set(risky.filter(endsEntry).slice(maximumEnded));
  const access = await readAccess(
    db,
    changes.filter((change) => !unchecked.has(change)),
    { all: changes, now },
  );
  const former = await findFormerNames(db, changes, now);
  const impact = new Map<Change, readonly Mark[]>();
  for (const change of changes) {
    if (unchecked.has(change)) impact.set(change, notChecked);
    else {
      const usual = change.kind === 'create' ? [] : await readMarks(change, { db, clients, now });
      const marks = [...usual, ...(access.get(change) ?? []), ...naming('starts_empty', former.get(change) ?? [])];
      if (marks.length > 0) impact.set(change, marks);
    }
  }
  return impact;
}

const notChecked: readonly Mark[] = [{ kind: 'not_checked' }];

/** Of more changed clients and APIs than this, nobody looks who loses access. */
const maximumOwners = 1000;

/**
 * Finds whose access and whose tokens each of some changes concerns. Nothing is read if none can. The questions about
 * clients and APIs are asked together, so many changes take few statements.
 */
async function readAccess(
  db: Database,
  some: readonly Change[],
  { all, now }: { readonly all: readonly Change[]; readonly now: Date },
): Promise<ReadonlyMap<Change, readonly Mark[]>> {
  const changes = all.filter(concernsAccess);
  if (changes.length === 0) return new Map();
  const rules = await readRulesChange(db, changes);
  const owners = changes.filter(({ section }) => section === 'clients' || section === 'apis');
  const reading = { db, now, rules, ask: createAsker(db, owners.length, now) };
  const unchecked = new Set(owners.slice(maximumOwners));
  const marksOf = async (change: Change): Promise<readonly Mark[]> => {
    const tokens = tokenMarks(change, rules);
    if (unchecked.has(change)) return [...notChecked, ...tokens];
    switch (change.section) {
      case 'users':
        return personMarks(change, reading);
      case 'identity_providers':
        return mappingMarks(change, reading);
      case 'clients':
      case 'apis':
        return [...(await ownerMarks(change, reading)), ...tokens];
      default:
        return tokens;
    }
  };
  const looked = new Set(some);
  const marks = changes
    .filter((change) => looked.has(change))
    .map(async (change) => [change, await marksOf(change)] as const);
  return new Map(await Promise.all(marks));
}

/** The keys of an entry that decide who is what, or what tokens say of it. */
const accessKeys: Readonly<Record<string, readonly string[]>> = {
  clients: ['enabled', 'access', 'access_groups', 'roles', 'groups_claim', 'claim_rules', 'scope', 'api_roles'],
  apis: ['enabled', 'scopes', 'claims', 'roles', 'groups_claim', 'claim_rules', 'resource_indicator_required'],
  scopes: ['enabled', 'type', 'claims', 'audience', 'resource'],
  identity_providers: ['group_mapping'],
  users: ['groups', 'assignments'],
  groups: [],
};

function concernsAccess({ kind, section, values }: Change): boolean {
  const keys = accessKeys[section];
  if (keys === undefined) return false;
  if (kind === 'update') return values.some(({ key }) => keys.includes(key));
  return kind === 'delete' ? section !== 'users' : section !== 'users' && section !== 'clients';
}

/** Keys of a client that say who may use it, and not how. */
const ofPeople = new Set(['access', 'access_groups', 'approver_groups', 'roles', 'groups_claim', 'claim_rules']);

type Clients = {
  readonly uses: ReadonlyMap<string, readonly LastUse[]>;
  readonly secrets: ReadonlyMap<string, readonly UsedSecret[]>;
};

type Asked = { readonly db: Database; readonly clients: Clients; readonly now: Date };

async function readClients(db: Database, changes: readonly Change[], now: Date): Promise<Clients> {
  const own = changes.filter(({ section, kind, values }) => {
    return section === 'clients' && (kind === 'delete' || values.some(({ key }) => !ofPeople.has(key)));
  });
  const ids = own.map(({ key }) => key);
  const since = unusedSince(now);
  const uses: LastUse[] = [];
  const secrets: (UsedSecret & { readonly clientId: string })[] = [];
  for (const batch of batchesOf(ids)) {
    const found = (await listUses(db, batch)).filter(({ at }) => at >= since);
    uses.push(...found);
    if (found.length > 0) secrets.push(...(await listSecretIds(db, batch)));
  }
  return { uses: byClient(uses), secrets: byClient(secrets) };
}

function byClient<Row extends { readonly clientId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.clientId);
    if (group === undefined) groups.set(row.clientId, [row]);
    else group.push(row);
  }
  return groups;
}

async function readMarks(change: Change, { db, clients, now }: Asked): Promise<readonly Mark[]> {
  const { section, key } = change;
  if (section === 'portal') return portalMarks(change, { db, now });
  if (endsEntry(change)) return sections[section].endMarks(change, { db, now });
  if (section !== 'clients') return [];
  return updateMarks(change, clients.uses.get(key) ?? [], clients.secrets.get(key) ?? []);
}

/** The values by which an entry ends, or a part of it that people have something through. */
const ends: Readonly<Record<string, unknown>> = { enabled: false, agent_state: 'blocked', group_mapping: null };

function endsEntry({ kind, section, values }: Change): boolean {
  const isProvider = section === 'identity_providers';
  const bringsOthers = isProvider && values.some(({ key }) => key === 'issuer' || key === 'allowed_tenants');
  return kind === 'delete' || bringsOthers || values.some(({ key, to }) => ends[key] !== undefined && ends[key] === to);
}

async function portalMarks({ values }: Change, { db, now }: Pick<Asked, 'db' | 'now'>): Promise<Mark[]> {
  if (!values.some(({ key, to }) => key === 'legacy_flows' && to === 'off')) return [];
  const names = await listLegacyFlowClients(db, unusedSince(now), countLimit + 1);
  return names.length === 0 ? [] : [{ kind: 'legacy_flows_in_use', names }];
}
