import type { ClientRecord } from '#lib/clients/client-record';
import { wireClient } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/client-store';
import { countLimit, countUsageOf } from '#lib/clients/live-count-store';
import { entryVersion } from '#lib/config/entry-version';
import type { AdminContext } from '../admin-context';
import { maximumBulk, toPlan } from '../bulk/bulk';
import { type BulkKind, bulkForm, readBulk } from '../bulk/bulk-form';
import { type Judged, saveJudged } from '../bulk/save-together';
import { isForOwner } from '../configuration/check-authority';
import { isDeletable } from '../entries/change-entry';
import type { Query } from '../query';
import { readClientQuery } from './client-query';
import { clientSection } from './client-section';
import { listMatching } from './list-clients';

type ClientAction = 'enable' | 'disable' | 'delete';

/** What can be done with several clients at once: all of them as one revision. */
export const clientBulk: BulkKind<ClientAction> = {
  path: '/admin/clients/bulk',
  actions: ['enable', 'disable', 'delete'],
  find: async (admin, query) => {
    const { clients } = await listMatching(admin, readClientQuery(query));
    const ids = clients.slice(0, maximumBulk).map(({ client }) => client.clientId);
    return { ids, isCut: clients.length > maximumBulk };
  },
  plan: async (admin, action, ids) => toPlan(await judge(admin, action, ids)),
  change: async (admin, action, ids, reason) => saveJudged(admin, await judge(admin, action, ids), reason),
};

export const changeClientsForm = bulkForm(clientBulk);

/** What the page shows that asks first: what would be done, and what lives of the clients that would change. */
export async function readClientBulk(admin: AdminContext, query: Query) {
  const read = await readBulk(clientBulk, admin, query);
  const ids = read.plan.changes.map(({ id }) => id);
  return { ...read, live: await countUsageOf(admin.db, ids, admin.now), limit: countLimit };
}

/** The clients with what stands against an action: one read, however many there are. */
async function judge(
  { db, principal }: Pick<AdminContext, 'db' | 'principal'>,
  action: ClientAction,
  ids: readonly string[],
): Promise<readonly Judged[]> {
  const records = new Map((await listClients(db, ids)).map((record) => [record.clientId, record]));
  return ids.map((id) => {
    const record = records.get(id);
    if (record === undefined) return { id, name: id, reason: 'gone', edit: null };
    const wire = wireClient(record);
    const change = { section: 'clients', before: wire, after: null } as const;
    const reason = isForOwner(principal, change) ? 'owners_only' : reasonAgainst(action, record);
    return { id, name: record.clientName ?? id, reason, edit: editOf(action, wire) };
  });
}

function reasonAgainst(action: ClientAction, { unreadable, enabled }: ClientRecord): string | null {
  if (unreadable) return 'unreadable';
  if (action === 'delete') return isDeletable(clientSection, { enabled }) ? null : 'enabled';
  if (enabled !== (action === 'enable')) return null;
  return enabled ? 'already_enabled' : 'already_disabled';
}

function editOf(action: ClientAction, wire: ReturnType<typeof wireClient>) {
  const entry = action === 'delete' ? null : { ...wire, enabled: action === 'enable' };
  return { section: 'clients', key: String(wire.client_id), entry, expected: entryVersion(wire) } as const;
}
