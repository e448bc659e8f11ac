import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitOrCancel } from '../form/submit-or-cancel';

/** The required settings of a new tenant. The others are on its pages. */
export function NewTenantForm({ action, csrf }: { readonly action: AdminAction; readonly csrf: string }) {
  const { fields, create, submit } = adminTexts.tenants;
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      proof={actionProofs.tenants.createTenant}
      section="tenants"
      label={create}
      guarded
      className="grid max-w-2xl gap-6"
    >
      <TextField
        name="display_name"
        label={fields.display_name[0]}
        help={fields.display_name[1]}
        showKey
        maxLength={200}
      />
      <TextField
        name="name"
        label={fields.name[0]}
        help={fields.name[1]}
        showKey
        maxLength={100}
        dir="ltr"
        className="font-mono"
      />
      <SubmitOrCancel submit={submit} backHref="/admin/tenants" />
    </ActionForm>
  );
}
