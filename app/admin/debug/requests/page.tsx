import { RequestsView } from '#components/admin/requests/requests-view';
import { readPlace } from '#lib/admin/list/list-query';
import { listAddress } from '#lib/admin/query';
import {
  countRefused,
  isOnlyCounted,
  readRequestPage,
  readRequestQuery,
  requestEndpoints,
} from '#lib/admin/requests/read-requests';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query }) => {
    const asked = readRequestQuery(query);
    const body = (
      <RequestsView
        address={listAddress('/admin/debug/requests', query)}
        asked={asked}
        endpoints={requestEndpoints}
        page={await readRequestPage(admin, asked, readPlace(query))}
        counted={await countRefused(admin, asked)}
        isOnlyCounted={isOnlyCounted(admin, asked)}
      />
    );
    return { title: adminTexts.debug.tools.requests.title, body };
  },
});
