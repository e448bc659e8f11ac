import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { kindsOf } from '#lib/admin/scopes/scope-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryFields } from '../entries/entry-fields';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { ScopeTexts } from './scope-texts';

type ScopeFormProps = { readonly settings: ScopeDetail['settings']; readonly form: EntryForm };

/** The settings of a scope and its texts in every language. */
export function ScopeForm({ settings, form }: ScopeFormProps) {
  const { fields, typs, settings: title } = adminTexts.scopes;
  const texts = { fields, options: { access_token_typ: typs } };
  return (
    <SettingsForm title={title} form={form}>
      <EntryFields kinds={kindsOf(settings)} entry={settings} texts={texts} />
      <ScopeTexts entry={settings} />
    </SettingsForm>
  );
}
