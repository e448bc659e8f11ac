import { BulkResultView } from '#components/admin/list/bulk-result-view';
import { lastAddress } from '#components/admin/list/last-address';
import { readResult } from '#lib/admin/bulk/bulk-result';
import { userBulk } from '#lib/admin/users/bulk-users';
import { userPath } from '#lib/admin/users/user-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'users',
  render: async ({ admin, query }) => {
    const { title: label } = adminTexts.users;
    const list = { label, href: lastAddress('/admin/users'), hrefOf: (sub: string) => userPath(sub) };
    const result = readResult(query.of, userBulk.path, admin);
    return { title: label, body: <BulkResultView list={list} result={result} /> };
  },
});
