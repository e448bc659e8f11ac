import { BulkResultView } from '#components/admin/list/bulk-result-view';
import { lastAddress } from '#components/admin/list/last-address';
import { readResult } from '#lib/admin/bulk/bulk-result';
import { clientBulk } from '#lib/admin/clients/bulk-clients';
import { clientPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: async ({ admin, query }) => {
    const { title: label } = adminTexts.clients;
    const list = { label, href: lastAddress('/admin/clients'), hrefOf: (id: string) => clientPath(id) };
    const result = readResult(query.of, clientBulk.path, admin);
    return { title: label, body: <BulkResultView list={list} result={result} /> };
  },
});
