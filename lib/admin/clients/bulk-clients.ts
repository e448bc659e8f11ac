import type { ClientRecord } from '#lib/clients/client-record';
import { countLimit, countUsageOf } from '#lib/clients/live-count-store';
import type { AdminContext } from '../admin-context';
import { firstLines, toPlan } from '../bulk/bulk';
import { type BulkKind, bulkForm, readBulk } from '../bulk/bulk-form';
import { type Judged, saveJudged } from '../bulk/save-together';
import { isDeletable } from '../entries/change-entry';
import type { Query } from '../query';
import { readClientQuery } from './client-query';
import { clientSection } from './client-section';
import { judgeClients } from './judge-clients';
import { listMatching } from './list-clients';

type ClientAction = 'enable' | 'disable' | 'delete';

/** The actions that can be done with several clients at once, as one revision. */
export const clientBulk: BulkKind<ClientAction> = {
  path: '/admin/clients/bulk',
  actions: ['enable', 'disable', 'delete'],
  find: async (admin, query) => {
    const { clients } = await listMatching(admin, readClientQuery(query));
    return firstLines(clients.map(({ client }) => client.clientId));
  },
  plan: async (admin, action, ids) => toPlan(await judge(admin, action, ids)),
  change: async (admin, action, ids) => saveJudged(admin, await judge(admin, action, ids)),
};

export const changeClientsForm = bulkForm(clientBulk);

/**
 * The content of the confirmation page: what the action would do, and how many people and grants of these clients it
 * affects.
 */
export async function readClientBulk(admin: AdminContext, query: Query) {
  const read = await readBulk(clientBulk, admin, query);
  const ids = read.plan.changes.map(({ id }) => id);
  return { ...read, live: await countUsageOf(admin.db, ids, admin.now), limit: countLimit };
}

function judge(admin: AdminContext, action: ClientAction, ids: readonly string[]): Promise<readonly Judged[]> {
  return judgeClients(admin, ids, {
    nameOf: ({ clientId, clientName }) => clientName ?? clientId,
    reasonAgainst: (record) => reasonAgainst(action, record),
    entryAfter: (wire) => (action === 'delete' ? null : { ...wire, enabled: action === 'enable' }),
  });
}

function reasonAgainst(action: ClientAction, { unreadable, enabled }: ClientRecord): string | null {
  if (unreadable) return 'unreadable';
  if (action === 'delete') return isDeletable(clientSection, { enabled }) ? null : 'enabled';
  if (enabled !== (action === 'enable')) return null;
  return enabled ? 'already_enabled' : 'already_disabled';
}
