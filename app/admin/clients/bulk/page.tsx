import { BulkView } from '#components/admin/list/bulk-view';
import { lastAddress } from '#components/admin/list/last-address';
import { readClientBulk } from '#lib/admin/clients/bulk-clients';
import { formatCount } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { changeMany } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async ({ admin, query, csrf }) => {
    const { title: label, list } = adminTexts.clients;
    const { action, plan, live, limit } = await readClientBulk(admin, query);
    const told = (count: number) => formatCount(Math.min(count, limit), count > limit);
    const { title, text, button } = list.bulk;
    const words = {
      title: title[action],
      text: text[action],
      live: action === 'enable' ? null : list.bulk.live(told(live.people), told(live.grants)),
      button: button[action],
    };
    const view = {
      list: { label, href: lastAddress('/admin/clients') },
      action,
      plan,
      words,
      submit: changeMany,
      csrf,
    };
    return { title: label, body: <BulkView {...view} folder="clients/bulk" /> };
  },
});
