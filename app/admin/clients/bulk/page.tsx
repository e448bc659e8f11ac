import { clientBulk } from '#lib/admin/clients/bulk-clients';
import { adminPage } from '#lib/next/admin-page';
import { askBulk } from '#views/admin/bulk/view';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: (request) => askBulk(clientBulk, request),
});
