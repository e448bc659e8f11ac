import { HistoryView } from '#components/admin/history/history-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { findActorPaths } from '#lib/admin/find-actor-paths';
import { historyPath } from '#lib/admin/history/history-path';
import { readHistoryPage } from '#lib/admin/history/read-history';
import { readPlace } from '#lib/admin/list/list-query';
import { listAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { undo } from '#lib/next/undo-action';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'history',
  render: async ({ admin, query, csrf }) => {
    const page = await readHistoryPage(admin, readPlace(query));
    const authors = await findActorPaths(
      admin,
      page.lines.map(({ actor }) => actor),
    );
    const body = (
      <HistoryView
        address={listAddress(historyPath, query)}
        page={page}
        authors={authors}
        undo={canEdit(admin) ? { action: undo, csrf } : null}
      />
    );
    return { title: adminTexts.history.title, body };
  },
});
