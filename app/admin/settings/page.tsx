import { PortalForm } from '#components/admin/settings/portal-form';
import { SettingsTabs } from '#components/admin/settings/settings-tabs';
import { isPermitted } from '#lib/admin/access/permission';
import { readPortal } from '#lib/admin/portal/save-portal';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'settings',
  render: async ({ admin }) => {
    const canEdit = isPermitted(admin.principal.role, 'own');
    const body = (
      <>
        <SettingsTabs current="general" />
        <PortalForm facts={await readPortal(admin)} canEdit={canEdit} />
      </>
    );
    return { title: adminTexts.settings.title, body };
  },
});
