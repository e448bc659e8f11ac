import { KeysView } from '#components/admin/keys/keys-view';
import { isPermitted } from '#lib/admin/access/permission';
import { readKeys } from '#lib/admin/keys/keys';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { rotate } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'keys',
  render: async ({ admin, csrf }) => {
    const isOwner = isPermitted(admin.principal.role, 'own');
    const body = <KeysView overview={await readKeys(admin)} isOwner={isOwner} action={rotate} csrf={csrf} />;
    return { title: adminTexts.keys.title, body };
  },
});
