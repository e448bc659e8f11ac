import { adminPage } from '#lib/next/admin-page';
import { questionPage } from '#views/admin/entries/views/beside';
import { providerFace } from '../../provider-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'providers',
  render: questionPage(providerFace, 'disable'),
});
