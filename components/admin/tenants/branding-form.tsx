import { Fragment } from 'react';
import { Panel } from '#components/ui/panel';
import { tenantPath } from '#lib/admin/entries/entry-path';
import { fieldsOf, optionsOf, textsOf } from '#lib/admin/entries/setting-fields';
import type { TenantDetail } from '#lib/admin/tenants/read-tenant';
import { flatTenant } from '#lib/admin/tenants/tenant-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { flatTenantSettings, themeSettings } from '#lib/tenants/settings';
import { EntryFields } from '../entries/entry-fields';
import { type EntryForm, EntryFormFrame } from '../entries/settings-form';
import { SaveBar } from '../form/form-end';
import { PreviewFrame } from '../form/preview-frame';
import { ColorField } from './color-field';
import { LogoField } from './logo-field';
import { PreviewChoices } from './preview-choices';
import { RepairsNote, repairedColors } from './repairs-note';

type BrandingFormProps = { readonly tenant: TenantDetail; readonly form: EntryForm };

/** The look of a tenant, with a preview beside it. */
export function BrandingForm({ tenant, form }: BrandingFormProps) {
  const texts = adminTexts.tenants;
  const { name, logos } = tenant;
  const entry = flatTenant(tenant.settings);
  const asText = !form.canEdit;
  const fields = {
    entry,
    asText,
    texts: { fields: textsOf(flatTenantSettings), options: optionsOf(flatTenantSettings) },
  };
  const colors = repairedColors.map((color) => {
    const key = `theme.${color}`;
    const [label, help] = themeSettings[color].text;
    const initial = String(entry[key] ?? '');
    return (
      <Fragment key={key}>
        <ColorField name={key} {...{ label, help, initial, asText }} />
        <RepairsNote of={color} repairs={tenant.repairs} />
      </Fragment>
    );
  });
  const logo = (key: 'logo' | 'logo_dark' | 'favicon', present: string | null) => {
    const [label, help] = themeSettings[key].text;
    return <LogoField name={`theme.${key}`} {...{ label, help, present, asText }} />;
  };
  return (
    <EntryFormFrame title={texts.tabs.branding} form={form}>
      <div id="field-theme" className="grid items-start gap-6 lg:grid-cols-[minmax(0,20rem)_1fr]">
        <div className="grid min-w-0 gap-6">
          <Panel title={texts.tabs.branding}>
            <div className="grid gap-6">
              {colors}
              <EntryFields {...fields} kinds={fieldsOf(flatTenantSettings, 'shape')} />
              {logo('logo', logos.light)}
              {logo('logo_dark', logos.dark)}
              {logo('favicon', logos.icon)}
              <EntryFields {...fields} kinds={fieldsOf(flatTenantSettings, 'texts')} />
              {form.canEdit && <p className="text-muted-foreground text-sm">{texts.logo.saved}</p>}
              {form.canEdit && <SaveBar hasReview />}
            </div>
          </Panel>
        </div>
        <Panel
          title={texts.preview.title}
          {...(form.canEdit && { description: texts.preview.text })}
          className="lg:sticky lg:top-6"
        >
          <PreviewFrame
            path={tenantPath(name, 'preview')}
            query="?look=light"
            title={texts.preview.frame}
            asText={asText}
          >
            <PreviewChoices asText={asText} />
          </PreviewFrame>
        </Panel>
      </div>
    </EntryFormFrame>
  );
}
