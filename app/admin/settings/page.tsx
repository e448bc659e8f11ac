import { PortalForm } from '#components/admin/settings/portal-form';
import { SettingsTabs } from '#components/admin/settings/settings-tabs';
import { isPermitted } from '#lib/admin/access/permission';
import { readPortal } from '#lib/admin/portal/save-portal';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { savePortal } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'settings',
  render: async ({ admin, csrf }) => {
    const action = isPermitted(admin.principal.role, 'own') ? savePortal : null;
    const body = (
      <>
        <SettingsTabs current="general" />
        <PortalForm facts={await readPortal(admin)} action={action} csrf={csrf} />
      </>
    );
    return { title: adminTexts.settings.title, body };
  },
});
