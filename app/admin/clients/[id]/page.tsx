import { adminPage } from '#lib/next/admin-page';
import { renderClientPage } from './client-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'clients',
  render: (request) => renderClientPage(request, 'overview'),
});
