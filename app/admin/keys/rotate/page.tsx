import { RotateKeysView } from '#components/admin/keys/rotate-keys-view';
import { planRotation } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { rotate } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'own' },
  section: 'keys',
  render: async ({ admin, csrf }) => ({
    title: adminTexts.keys.rotate.title,
    body: <RotateKeysView plan={await planRotation(admin)} action={rotate} csrf={csrf} />,
  }),
});
