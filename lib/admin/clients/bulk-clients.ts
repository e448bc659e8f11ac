import type { ClientRecord } from '#lib/clients/client-record';
import { countLimit, countUsageOf } from '#lib/clients/live-count-store';
import { formatUpTo } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminContext } from '../admin-context';
import { firstLines, toPlan } from '../bulk/bulk';
import { defineBulk } from '../bulk/define-bulk';
import { type Judged, saveJudged } from '../bulk/save-together';
import { isDeletable } from '../entries/change-entry';
import { clientPath } from '../entries/entry-path';
import { readClientQuery } from './client-query';
import { clientSection } from './client-section';
import { judgeClients } from './judge-clients';
import { listMatching } from './list-clients';

type ClientAction = 'enable' | 'disable' | 'delete';

/** The actions that can be done with several clients at once, as one revision. */
export const clientBulk = defineBulk<ClientAction>({
  path: 'clients/bulk',
  permission: 'edit',
  proof: (action) => (action === 'delete' ? 'sudo' : 'none'),
  list: { label: adminTexts.clients.title, path: '/admin/clients', hrefOf: (id) => clientPath(id) },
  actions: ['enable', 'disable', 'delete'],
  find: async (admin, query) => {
    const { clients } = await listMatching(admin, readClientQuery(query));
    return firstLines(clients.map(({ client }) => client.clientId));
  },
  plan: async (admin, action, ids) => toPlan(await judge(admin, action, ids)),
  words: async ({ db, now }, action, ids) => {
    const { title, text, textOfOne, live, button } = adminTexts.clients.list.bulk;
    const { people, grants } = await countUsageOf(db, ids, now);
    const used = live(formatUpTo(people, countLimit), formatUpTo(grants, countLimit));
    return {
      ...{ title: title[action], text: text[action], textOfOne: textOfOne[action], button: button[action] },
      live: action === 'enable' ? null : used,
    };
  },
  change: async (admin, action, ids) => saveJudged(admin, await judge(admin, action, ids)),
});

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
