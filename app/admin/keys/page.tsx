import { KeysView } from '#components/admin/keys/keys-view';
import { isPermitted } from '#lib/admin/access/permission';
import { readKeys } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'keys',
  render: async ({ admin }) => {
    const isOwner = isPermitted(admin.principal.role, 'own');
    return { title: adminTexts.keys.title, body: <KeysView overview={await readKeys(admin)} isOwner={isOwner} /> };
  },
});
