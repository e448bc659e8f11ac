import { RevokeKeyView } from '#components/admin/keys/revoke-key-view';
import { readKey } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { revoke } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'own' },
  section: 'keys',
  render: async ({ admin, params, csrf }) => ({
    title: adminTexts.keys.revoke.title,
    body: <RevokeKeyView signingKey={await readKey(admin, params.kid ?? '')} action={revoke} csrf={csrf} />,
  }),
});
