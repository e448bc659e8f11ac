import type { FieldKinds } from '#lib/admin/entries/entry-fields';
import { optionsOf, textsOf } from '#lib/admin/entries/setting-fields';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { kindsOf, textKeys } from '#lib/admin/scopes/scope-fields';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import { scopeSettings } from '#lib/scopes/settings';
import { EntryFields, type EntryFieldsProps } from '../entries/entry-fields';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { FormSection, FormSections } from '../form/form-section';

type ScopeFormProps = { readonly settings: ScopeDetail['settings']; readonly form: EntryForm };

/** The settings of a scope and its texts in the default language. */
export function ScopeForm({ settings, form }: ScopeFormProps) {
  const texts = { fields: textsOf(scopeSettings), options: optionsOf(scopeSettings) };
  const { text, access } = formSections.scopes;
  const kinds: FieldKinds = kindsOf(settings);
  const own: EntryFieldsProps<FieldKinds> = { kinds, entry: settings, asText: !form.canEdit, texts };
  return (
    <SettingsForm title={adminTexts.scopes.tabs.settings} form={form}>
      <FormSections>
        <FormSection id="consent-text" title={text[0]} text={text[1]}>
          <EntryFields {...own} names={textKeys} />
        </FormSection>
        <FormSection id="access" title={access[0]} text={access[1]}>
          <EntryFields {...own} names={Object.keys(kinds).filter((name) => !isText(name))} />
        </FormSection>
      </FormSections>
    </SettingsForm>
  );
}

function isText(name: string): boolean {
  return textKeys.some((key) => key === name);
}
