import { fieldsOf } from '#lib/admin/entries/setting-fields';
import { mappingRows } from '#lib/admin/providers/provider-fields';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { providerSettings } from '#lib/providers/settings';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { FormSection, FormSections } from '../form/form-section';
import { LogoField } from '../tenants/logo-field';
import { MappingFields } from './mapping-fields';
import { ProviderFields } from './provider-fields';

type ProviderFormProps = {
  readonly provider: ProviderDetail;
  /** The claims that the provider sent in this person's last test. Null without a test. */
  readonly examples: Readonly<Record<string, unknown>> | null;
  readonly form: EntryForm;
};

/** The settings on this side: where people see the provider, and which claims accounts get from it. */
export function ProviderForm({ provider: { type, settings, logos: pictures }, examples, form }: ProviderFormProps) {
  const { tabs, accounts } = adminTexts.providers;
  const { logo, logo_dark: logoDark } = providerSettings;
  const { sign_in: signIn, accounts: about, mapping } = formSections.providers;
  const asText = !form.canEdit;
  const fields = { type, entry: settings, asText };
  return (
    <SettingsForm title={tabs.settings} form={form}>
      <FormSections>
        <FormSection id="sign_in" title={signIn[0]} text={signIn[1]}>
          <ProviderFields {...fields} names={namesIn('sign_in')} />
          <LogoField name="logo" label={logo.text[0]} help={logo.text[1]} present={pictures.light} asText={asText} />
          <LogoField
            name="logo_dark"
            label={logoDark.text[0]}
            help={logoDark.text[1]}
            present={pictures.dark}
            asText={asText}
          />
        </FormSection>
        <FormSection id="accounts" title={about[0]} text={about[1]}>
          <ProviderFields {...fields} names={namesIn('accounts')} />
          <div className="grid gap-1 text-sm">
            <p className="font-medium">{accounts.linking}</p>
            <p className="text-muted-foreground">{accounts.linkingText}</p>
          </div>
        </FormSection>
        <FormSection id="mapping" title={mapping[0]} text={mapping[1]}>
          <MappingFields rows={mappingRows(settings)} {...{ examples, asText }} />
          <ProviderFields {...fields} names={namesIn('mapping')} />
        </FormSection>
      </FormSections>
    </SettingsForm>
  );
}

function namesIn(section: keyof typeof formSections.providers): readonly string[] {
  return Object.keys(fieldsOf(providerSettings, section));
}
