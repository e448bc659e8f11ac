import { createTenant } from '#lib/admin/tenants/tenant-forms';
import { adminTexts } from '#lib/i18n/admin/texts';
import { tenantSettings } from '#lib/tenants/settings';
import { AdminForm } from '../form/admin-form';
import { TextField } from '../form/field';
import { SubmitOrCancel } from '../form/form-end';

/** The required settings of a new tenant. The others are on its pages. */
export function NewTenantForm() {
  const { create, submit } = adminTexts.tenants;
  const { name, display_name: displayName } = tenantSettings;
  return (
    <AdminForm {...createTenant.about()} label={create} guarded className="grid max-w-2xl gap-6">
      <TextField name="display_name" label={displayName.text[0]} help={displayName.text[1]} showKey maxLength={200} />
      <TextField
        name="name"
        label={name.text[0]}
        help={name.text[1]}
        showKey
        maxLength={100}
        dir="ltr"
        className="font-mono"
      />
      <SubmitOrCancel submit={submit} backHref="/admin/tenants" />
    </AdminForm>
  );
}
