import { BulkResultView } from '#components/admin/list/bulk-result-view';
import { lastAddress } from '#components/admin/list/last-address';
import { agentBulk } from '#lib/admin/agents/bulk-agents';
import { readResult } from '#lib/admin/bulk/bulk-result';
import { clientPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'agents',
  render: async ({ admin, query }) => {
    const { title: label } = adminTexts.agents;
    const list = { label, href: lastAddress('/admin/agents'), hrefOf: (id: string) => clientPath(id) };
    const result = readResult(query.of, agentBulk.path, admin);
    return { title: label, body: <BulkResultView list={list} result={result} /> };
  },
});
