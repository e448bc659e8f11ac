import { TabsNav } from '#components/ui/tabs-nav';
import { importExportPath } from '#lib/admin/configuration/import-export';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';

type SettingsTab = 'general' | 'importExport' | 'environment';

const tabs = { general: '/admin/settings', importExport: importExportPath, environment: '/admin/settings/environment' };

/** The header of every page of the settings. */
export function SettingsTabs({ current }: { readonly current: SettingsTab }) {
  const { title, description, tabs: texts } = adminTexts.settings;
  const places = (['general', 'importExport', 'environment'] as const).map((tab) => ({
    label: texts[tab],
    href: tabs[tab],
    current: tab === current,
  }));
  return (
    <>
      <PageHeader title={title} description={description} />
      <TabsNav label={texts.label} tabs={places} />
    </>
  );
}
