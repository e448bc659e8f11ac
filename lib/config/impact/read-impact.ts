import { unusedSince } from '#lib/clients/usage/unused-since';
import { type LastUse, listLegacyFlowClients, listUses } from '#lib/clients/usage/use-store';
import type { Database } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import type { Change } from '../diff';
import { sections } from '../sections';
import { type UsedSecret, updateMarks } from './client-marks';
import { listSecretIds } from './impact-store';
import { countLimit, type Mark } from './mark';

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
  const impact = new Map<Change, readonly Mark[]>();
  for (const change of risky) {
    const marks = unchecked.has(change) ? notChecked : await readMarks(change, { db, clients, now });
    if (marks.length > 0) impact.set(change, marks);
  }
  return impact;
}

const notChecked: readonly Mark[] = [{ kind: 'not_checked' }];

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

async function readMarks(change: Change, { db, clients, now }: Asked): Promise<readonly Mark[]> {
  const { section, key } = change;
  if (section === 'portal') return portalMarks(change, { db, now });
  if (endsEntry(change)) return sections[section].endMarks(change, { db, now });
  if (section !== 'clients') return [];
  return updateMarks(change, clients.uses.get(key) ?? [], clients.secrets.get(key) ?? []);
}

/** The values by which an entry ends, or a part of it that people have something through. */
const ends: Readonly<Record<string, unknown>> = { enabled: false, agent_state: 'blocked', group_mapping: null };

function endsEntry({ kind, values }: Change): boolean {
  return kind === 'delete' || values.some(({ key, to }) => ends[key] !== undefined && ends[key] === to);
}

async function portalMarks({ values }: Change, { db, now }: Pick<Asked, 'db' | 'now'>): Promise<Mark[]> {
  if (!values.some(({ key, to }) => key === 'legacy_flows' && to === 'off')) return [];
  const names = await listLegacyFlowClients(db, unusedSince(now), countLimit + 1);
  return names.length === 0 ? [] : [{ kind: 'legacy_flows_in_use', names }];
}
