import { relevantSettings } from '#lib/admin/entries/setting-fields';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { scopeSettings } from '#lib/scopes/settings';
import { type EntryForm, EntrySections, SettingsForm } from '../entries/settings-form';

type ScopeFormProps = { readonly settings: ScopeDetail['settings']; readonly form: EntryForm };

/** The settings of a scope and its texts in the default language. */
export function ScopeForm({ settings, form }: ScopeFormProps) {
  return (
    <SettingsForm title={adminTexts.scopes.tabs.settings} form={form}>
      <EntrySections
        settings={relevantSettings(scopeSettings, settings)}
        sections={formSections.scopes}
        entry={settings}
        asText={!form.canEdit}
      />
    </SettingsForm>
  );
}
