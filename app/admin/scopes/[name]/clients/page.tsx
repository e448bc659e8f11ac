import { UsedBy } from '#components/admin/scopes/scope-view';
import { adminPage } from '#lib/next/admin-page';
import { scopePage } from '../../scope-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: scopePage('clients', ({ detail }) => <UsedBy scope={detail} />),
});
