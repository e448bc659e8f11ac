import { flatTenant } from '#lib/admin/tenants/tenant-fields';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { flatTenantSettings } from '#lib/tenants/settings';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Option } from '../entries/entry-fields';
import { type EntryForm, EntrySections, SettingsForm } from '../entries/settings-form';

type TenantSettingsProps = {
  readonly settings: Wire;
  readonly providers: readonly Option[];
  readonly form: EntryForm;
};

/** The settings of a tenant besides its look. */
export function TenantSettings({ settings, providers, form }: TenantSettingsProps) {
  return (
    <SettingsForm title={adminTexts.tenants.tabs.settings} form={form}>
      <EntrySections
        settings={flatTenantSettings}
        sections={formSections.tenants}
        entry={flatTenant(settings)}
        asText={!form.canEdit}
        choices={{ identity_providers_names: providers }}
      />
    </SettingsForm>
  );
}
