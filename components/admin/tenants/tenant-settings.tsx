import { flatTenant, tenantTabs } from '#lib/admin/tenants/tenant-fields';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Option } from '../entries/entry-field';
import { EntryFields, optionsFrom } from '../entries/entry-fields';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { FormSection, FormSections } from '../form/form-section';

type TenantSettingsProps = {
  readonly settings: Wire;
  readonly providers: readonly Option[];
  readonly form: EntryForm;
};

const first = ['display_name', 'identity_providers', 'login', 'registration', 'default_locale'] as const;
const signIn = ['identifiers', 'second_factor', 'email_code'] as const;
const links = ['links.support', 'links.privacy', 'links.terms'] as const;

/** The settings of a tenant besides its look. */
export function TenantSettings({ settings, providers, form }: TenantSettingsProps) {
  const texts = adminTexts.tenants;
  const { general, sign_in: inTenant, links: below } = formSections.tenants;
  const choices = {
    default_locale: [{ value: '', label: texts.noLocale }, ...optionsFrom(languages)],
    identity_providers_names: providers,
  };
  const fields = { kinds: tenantTabs.settings, entry: flatTenant(settings), asText: !form.canEdit, texts, choices };
  return (
    <SettingsForm title={texts.tabs.settings} form={form}>
      <FormSections>
        <FormSection id="general" title={general[0]} text={general[1]}>
          <EntryFields {...fields} names={first} />
        </FormSection>
        <FormSection id="sign-in" title={inTenant[0]} text={inTenant[1]}>
          <EntryFields {...fields} names={signIn} />
        </FormSection>
        <FormSection id="links" title={below[0]} text={below[1]}>
          <EntryFields {...fields} names={links} />
        </FormSection>
      </FormSections>
    </SettingsForm>
  );
}
