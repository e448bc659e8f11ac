import { BulkView } from '#components/admin/list/bulk-view';
import { lastAddress } from '#components/admin/list/last-address';
import { readUserBulk } from '#lib/admin/users/bulk-users';
import { formatCount } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { changeMany } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'users',
  render: async ({ admin, query, csrf }) => {
    const { title: label, bulk } = adminTexts.users;
    const { action, plan, live, limit } = await readUserBulk(admin, query);
    const told = (count: number) => formatCount(Math.min(count, limit), count > limit);
    const words = {
      title: bulk.title[action],
      text: bulk.text[action],
      live: action === 'enable' ? null : bulk.live(told(live.sessions), told(live.grants)),
      button: bulk.button[action],
    };
    const view = { list: { label, href: lastAddress('/admin/users') }, action, plan, words, submit: changeMany, csrf };
    return { title: label, body: <BulkView {...view} folder="users/bulk" /> };
  },
});
