import { RequestsView } from '#components/admin/requests/requests-view';
import { addressWith } from '#lib/admin/query';
import { countRefused, readRequestQuery, readRequests, requestEndpoints } from '#lib/admin/requests/read-requests';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, query }) => {
    const asked = readRequestQuery(query);
    const { requests, older } = await readRequests(admin, asked);
    const body = (
      <RequestsView
        asked={asked}
        endpoints={requestEndpoints}
        requests={requests}
        total={await countRefused(admin, asked)}
        older={older && addressWith('/admin/debug/requests', query, { before: older })}
        newest={asked.before && addressWith('/admin/debug/requests', query, { before: null })}
      />
    );
    return { title: adminTexts.debug.tools.requests.title, body };
  },
});
