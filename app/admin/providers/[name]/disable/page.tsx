import { adminPage } from '#lib/next/admin-page';
import { disablePage } from '../../../entries/beside-page';
import { providerFace } from '../../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: disablePage(providerFace),
});
