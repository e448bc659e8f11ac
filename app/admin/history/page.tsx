import { HistoryView } from '#components/admin/history/history-view';
import { readHistory } from '#lib/admin/history/read-history';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'history',
  render: async ({ admin, query }) => {
    const before = numberOf(query, 'before');
    const { revisions, older } = await readHistory(admin, before);
    const path = '/admin/history';
    const olderPath = older === null ? null : `${path}?before=${older}`;
    const body = <HistoryView revisions={revisions} older={olderPath} newest={before === null ? null : path} />;
    return { title: adminTexts.history.title, body };
  },
});
