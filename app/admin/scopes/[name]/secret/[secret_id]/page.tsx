import { adminPage } from '#lib/next/admin-page';
import { deleteSecretPage } from '#views/admin/entries/views/beside';
import { scopeFace } from '../../../scope-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'scopes',
  render: deleteSecretPage(scopeFace),
});
