import { createScope } from '#lib/admin/scopes/scope-forms';
import { adminTexts } from '#lib/i18n/admin/texts';
import { scopeSettings } from '#lib/scopes/settings';
import { AdminForm } from '../form/admin-form';
import { SelectField, TextArea, TextField } from '../form/field';
import { SubmitOrCancel } from '../form/form-end';

/** The required settings of a new scope. The others are on its page. */
export function NewScopeForm() {
  const { types, create, submit } = adminTexts.scopes;
  const text = (name: 'name' | 'display_name' | 'description' | 'claims') => ({
    name,
    label: scopeSettings[name].text[0],
    help: scopeSettings[name].text[1],
  });
  return (
    <AdminForm {...createScope.about()} label={create} guarded className="grid max-w-3xl gap-6">
      <SelectField
        name="type"
        label={scopeSettings.type.text[0]}
        help={scopeSettings.type.text[1]}
        initial="resource"
        options={[
          { value: 'resource', label: types.resource },
          { value: 'identity', label: types.identity },
        ]}
      />
      <TextField {...text('name')} maxLength={200} dir="ltr" className="font-mono" />
      <TextField {...text('display_name')} maxLength={200} />
      <TextField {...text('description')} maxLength={1000} />
      <TextArea {...text('claims')} rows={3} />
      <SubmitOrCancel submit={submit} backHref="/admin/scopes" />
    </AdminForm>
  );
}
