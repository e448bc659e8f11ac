import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { formValues } from '#lib/admin/entries/entry-fields';
import type { TenantDetail } from '#lib/admin/tenants/read-tenant';
import { type TenantField as FieldName, flatTenant, tenantTabs } from '#lib/admin/tenants/tenant-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Option } from '../entries/entry-field';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { TenantField } from './tenant-field';

type SettingsFormProps = {
  readonly tenant: TenantDetail;
  readonly providers: readonly Option[];
  readonly action: AdminAction;
  readonly csrf: string;
  readonly canEdit: boolean;
};

const first = ['display_name', 'identity_providers', 'login', 'registration', 'default_locale'] as const;
const links = ['links.support', 'links.privacy', 'links.terms'] as const;

/** What a tenant decides, beside its look. */
export function SettingsForm({ tenant, providers, action, csrf, canEdit }: SettingsFormProps) {
  const texts = adminTexts.tenants;
  const { save, reason, reasonHelp } = adminTexts.shell.form;
  const values = formValues(tenantTabs.settings, flatTenant(tenant.settings));
  const field = (name: FieldName) => (
    <TenantField key={name} name={name} values={values[name] ?? []} providers={providers} />
  );
  return (
    <Panel title={texts.tabs.settings}>
      <ActionForm
        action={action}
        csrf={csrf}
        hidden={{ name: tenant.name, version: tenant.version }}
        label={texts.tabs.settings}
        guarded
      >
        <fieldset disabled={!canEdit} className="grid min-w-0 max-w-3xl gap-6">
          {first.map(field)}
          <fieldset id="field-links" className="grid gap-6">
            <legend className="pb-4 font-semibold text-sm">{texts.links}</legend>
            {links.map(field)}
          </fieldset>
          {canEdit && (
            <>
              <TextField name="reason" label={reason} help={reasonHelp} maxLength={200} />
              <div>
                <SubmitButton>{save}</SubmitButton>
              </div>
            </>
          )}
        </fieldset>
      </ActionForm>
    </Panel>
  );
}
