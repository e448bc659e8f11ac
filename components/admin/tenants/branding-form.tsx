import { Fragment } from 'react';
import { Panel } from '#components/ui/panel';
import { formValues } from '#lib/admin/entries/entry-fields';
import { tenantPath } from '#lib/admin/entries/entry-path';
import type { LogoKey } from '#lib/admin/tenants/logo-keys';
import type { TenantDetail } from '#lib/admin/tenants/read-tenant';
import { flatTenant, tenantTabs } from '#lib/admin/tenants/tenant-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryFields } from '../entries/entry-fields';
import { type EntryForm, EntryFormFrame } from '../entries/settings-form';
import { PreviewFrame } from '../form/preview-frame';
import { SaveBar } from '../form/save-bar';
import { ColorField } from './color-field';
import { LogoField } from './logo-field';
import { PreviewChoices } from './preview-choices';
import { RepairsNote, repairedColors } from './repairs-note';

type BrandingFormProps = { readonly tenant: TenantDetail; readonly form: EntryForm };

/** The look of a tenant, with a preview beside it. */
export function BrandingForm({ tenant, form }: BrandingFormProps) {
  const texts = adminTexts.tenants;
  const { name, logos } = tenant;
  const asText = !form.canEdit;
  const entry = flatTenant(tenant.settings);
  const values = formValues(tenantTabs.branding, entry);
  const colors = repairedColors.map((color) => {
    const key = `theme.${color}` as const;
    const [label, help] = texts.fields[key];
    return (
      <Fragment key={key}>
        <ColorField name={key} label={label} help={help} initial={values[key]?.[0] ?? ''} asText={asText} />
        <RepairsNote of={color} repairs={tenant.repairs} />
      </Fragment>
    );
  });
  const logo = (key: LogoKey, present: string | null) => (
    <LogoField name={key} label={texts.fields[key][0]} help={texts.fields[key][1]} {...{ present, asText }} />
  );
  return (
    <EntryFormFrame title={texts.tabs.branding} form={form}>
      <div id="field-theme" className="grid items-start gap-6 lg:grid-cols-[minmax(0,20rem)_1fr]">
        <div className="grid min-w-0 gap-6">
          <Panel title={texts.tabs.branding}>
            <div className="grid gap-6">
              {colors}
              <EntryFields
                kinds={tenantTabs.branding}
                names={['theme.radius', 'theme.font', 'theme.mode']}
                {...{ entry, asText, texts }}
              />
              {logo('theme.logo', logos.light)}
              {logo('theme.logo_dark', logos.dark)}
              {logo('theme.favicon', logos.icon)}
              <EntryFields kinds={tenantTabs.branding} names={['theme.texts']} {...{ entry, asText, texts }} />
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
