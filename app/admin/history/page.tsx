import { HistoryView } from '#components/admin/history/history-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { historyPath } from '#lib/admin/history/history-path';
import { readHistory } from '#lib/admin/history/read-history';
import { numberOf } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { undo } from '#lib/next/undo-action';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'history',
  render: async ({ admin, query, csrf }) => {
    const before = numberOf(query, 'before');
    const { revisions, older } = await readHistory(admin, before);
    const olderPath = older === null ? null : `${historyPath}?before=${older}`;
    const isStart = before === null;
    const body = (
      <HistoryView
        revisions={revisions}
        isStart={isStart}
        older={olderPath}
        newest={isStart ? null : historyPath}
        undo={canEdit(admin) ? { action: undo, csrf } : null}
      />
    );
    return { title: adminTexts.history.title, body };
  },
});
