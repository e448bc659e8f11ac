import { adminPage } from '#lib/next/admin-page';
import { deleteSecretPage } from '../../../../entries/beside-page';
import { clientFace } from '../../../client-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'clients',
  render: deleteSecretPage(clientFace),
});
