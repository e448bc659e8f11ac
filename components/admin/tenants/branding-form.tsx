import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { formValues } from '#lib/admin/entries/entry-fields';
import { tenantPath } from '#lib/admin/entries/entry-path';
import type { TenantDetail } from '#lib/admin/tenants/read-tenant';
import { flatTenant, tenantTabs } from '#lib/admin/tenants/tenant-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { ColourField } from './colour-field';
import { LogoField } from './logo-field';
import { PreviewFrame } from './preview-frame';
import { TenantField } from './tenant-field';

type BrandingFormProps = {
  readonly tenant: TenantDetail;
  readonly action: AdminAction;
  readonly csrf: string;
  readonly canEdit: boolean;
};

/** The look of a tenant, with the page it makes beside it. */
export function BrandingForm({ tenant, action, csrf, canEdit }: BrandingFormProps) {
  const texts = adminTexts.tenants;
  const { name, version, logos } = tenant;
  const values = formValues(tenantTabs.branding, flatTenant(tenant.settings));
  const colour = (key: 'theme.primary' | 'theme.primary_dark') => (
    <ColourField name={key} label={texts.fields[key][0]} help={texts.fields[key][1]} initial={values[key]?.[0] ?? ''} />
  );
  const logo = (key: 'theme.logo' | 'theme.logo_dark', present: string | null) => (
    <LogoField name={key} label={texts.fields[key][0]} help={texts.fields[key][1]} present={present} />
  );
  return (
    <ActionForm action={action} csrf={csrf} hidden={{ name, version }} label={texts.tabs.branding} guarded>
      <div id="field-theme" className="grid items-start gap-6 lg:grid-cols-[minmax(0,20rem)_1fr]">
        <fieldset disabled={!canEdit} className="grid min-w-0 gap-6">
          <Panel title={texts.tabs.branding}>
            <div className="grid gap-6">
              {colour('theme.primary')}
              {colour('theme.primary_dark')}
              <TenantField name="theme.radius" values={values['theme.radius'] ?? []} />
              <TenantField name="theme.mode" values={values['theme.mode'] ?? []} />
              {logo('theme.logo', logos.light)}
              {logo('theme.logo_dark', logos.dark)}
              <p className="text-muted-foreground text-sm">{texts.logo.saved}</p>
              {canEdit && <Save />}
            </div>
          </Panel>
        </fieldset>
        <Panel title={texts.preview.title} description={texts.preview.text} className="lg:sticky lg:top-6">
          <PreviewFrame path={tenantPath(name, 'preview')} looks={['light', 'dark']} />
        </Panel>
      </div>
    </ActionForm>
  );
}

function Save() {
  const { save, reason, reasonHelp } = adminTexts.shell.form;
  return (
    <>
      <TextField name="reason" label={reason} help={reasonHelp} maxLength={200} />
      <div>
        <SubmitButton>{save}</SubmitButton>
      </div>
    </>
  );
}
