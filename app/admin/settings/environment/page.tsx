import { EnvironmentView } from '#components/admin/settings/environment-view';
import { SettingsTabs } from '#components/admin/settings/settings-tabs';
import { describeSettings } from '#lib/admin/settings/describe-settings';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'settings',
  render: async ({ admin }) => {
    const body = (
      <>
        <SettingsTabs current="environment" />
        <EnvironmentView lines={describeSettings(admin.settings)} />
      </>
    );
    return { title: adminTexts.settings.environment, body };
  },
});
