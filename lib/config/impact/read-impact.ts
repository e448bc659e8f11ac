import { countUsage } from '#lib/clients/live/store';
import { type LastUse, listUses } from '#lib/clients/usage/store';
import { unusedSince } from '#lib/clients/usage/unused-since';
import type { Database } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import type { Change } from '../diff';
import { type UsedSecret, updateMarks } from './client-marks';
import { type CountedMark, countLimit, type Mark } from './mark';
import { countOfPerson, countProviderPeople, countScopeClients, countTenantClients, listSecretIds } from './store';

/** What changes break, as the installation is used today: the marks of each change that has any. */
export type Impact = ReadonlyMap<Change, readonly Mark[]>;

/** So many changes are looked at one by one; a larger plan is not about single entries. */
const maximumChanges = 300;

/**
 * Looks up who uses what changes would take away or switch off. Nothing is written. To be asked before they are applied;
 * uses of the last 90 days count, which are written down at most an hour late.
 */
export async function readImpact(db: Database, changes: readonly Change[], now: Date): Promise<Impact> {
  const risky = changes.filter(({ kind }) => kind !== 'create').slice(0, maximumChanges);
  const clients = await readClients(db, risky, now);
  const impact = new Map<Change, readonly Mark[]>();
  for (const change of risky) {
    const marks = await readMarks(change, { db, clients, now });
    if (marks.length > 0) impact.set(change, marks);
  }
  return impact;
}

type Clients = {
  readonly uses: ReadonlyMap<string, readonly LastUse[]>;
  readonly secrets: ReadonlyMap<string, readonly UsedSecret[]>;
};

type Asked = { readonly db: Database; readonly clients: Clients; readonly now: Date };

async function readClients(db: Database, changes: readonly Change[], now: Date): Promise<Clients> {
  const ids = changes.flatMap(({ section, key }) => (section === 'clients' ? [key] : []));
  const since = unusedSince(now);
  const uses: LastUse[] = [];
  const secrets: (UsedSecret & { readonly clientId: string })[] = [];
  for (const batch of batchesOf(ids)) {
    uses.push(...(await listUses(db, batch)).filter(({ at }) => at >= since));
    secrets.push(...(await listSecretIds(db, batch)));
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

async function readMarks(change: Change, asked: Asked): Promise<readonly Mark[]> {
  const { section, key } = change;
  const { db, clients, now } = asked;
  const ends = change.kind === 'delete' || isSwitchedOff(change);
  if (section === 'clients') {
    return ends
      ? endMarks(key, asked)
      : updateMarks(change, clients.uses.get(key) ?? [], clients.secrets.get(key) ?? []);
  }
  if (!ends) return [];
  switch (section) {
    case 'scopes':
      return counted('scope_clients', await countScopeClients(db, key, unusedSince(now), countLimit));
    case 'identity_providers':
      return counted('provider_people', await countProviderPeople(db, key, countLimit));
    case 'tenants':
      return counted('tenant_clients', await countTenantClients(db, key, countLimit));
    case 'users':
      return personMarks(change, asked);
    case 'portal':
      return [];
    default:
      return section satisfies never;
  }
}

function isSwitchedOff({ values }: Change): boolean {
  return values.some(({ key, to }) => key === 'enabled' && to === false);
}

async function endMarks(clientId: string, { db, clients, now }: Asked): Promise<Mark[]> {
  const { people, tokens } = await countUsage(db, clientId, now);
  const last = clients.uses.get(clientId)?.find(({ kind }) => kind === 'client');
  return [
    ...counted('people_lose_access', people),
    ...counted('tokens_stop', tokens),
    ...(last === undefined ? [] : [{ kind: 'client_in_use', names: [last.at.toISOString().slice(0, 10)] } as const]),
  ];
}

async function personMarks({ before }: Change, { db, now }: Asked): Promise<Mark[]> {
  if (typeof before?.sub !== 'string') return [];
  const { grants, sessions } = await countOfPerson(db, before.sub, now);
  return [...counted('grants_end', grants), ...counted('sessions_end', sessions)];
}

function counted(kind: CountedMark, count: number): Mark[] {
  return count === 0 ? [] : [{ kind, count }];
}
