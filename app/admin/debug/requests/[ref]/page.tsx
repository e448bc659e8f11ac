import { RequestView } from '#components/admin/requests/request-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { readRequest } from '#lib/admin/requests/read-requests';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'debug',
  render: async ({ admin, params }) => {
    const request = await readRequest(admin, params.ref ?? '');
    return {
      title: `${request.reference}: ${request.description}`,
      body: <RequestView request={request} canEdit={canEdit(admin)} />,
    };
  },
});
