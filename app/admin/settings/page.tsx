import { SettingsView } from '#components/admin/settings/settings-view';
import { describeSettings } from '#lib/admin/settings/describe-settings';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'settings',
  render: async ({ admin }) => ({
    title: adminTexts.settings.title,
    body: <SettingsView lines={describeSettings(admin.settings)} />,
  }),
});
