import type { ReactNode } from 'react';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { formValues } from '#lib/admin/entries/entry-fields';
import { type ProviderField as FieldName, mappingRows, providerKinds } from '#lib/admin/providers/provider-fields';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { Addresses } from './addresses';
import { MappingFields } from './mapping-fields';
import { ProviderField } from './provider-field';
import { SecretState } from './secret-state';

type ProviderFormProps = {
  readonly provider: ProviderDetail;
  /** What the provider sent at this person's last test; null without one. */
  readonly examples: Readonly<Record<string, unknown>> | null;
  readonly action: AdminAction;
  readonly csrf: string;
  readonly canEdit: boolean;
};

/** Every setting of a provider but its secret, which is written alone. */
export function ProviderForm({ provider, examples, action, csrf, canEdit }: ProviderFormProps) {
  const texts = adminTexts.providers;
  const { name, type, version, addresses } = provider;
  const values = formValues(providerKinds, provider.settings);
  const field = (key: FieldName) => <ProviderField key={key} name={key} type={type} values={values[key] ?? []} />;
  return (
    <ActionForm action={action} csrf={csrf} hidden={{ name, version }} label={texts.tabs.settings} guarded>
      <fieldset disabled={!canEdit} className="grid min-w-0 gap-6">
        <Panel title={texts.connection} description={texts.connectionText}>
          <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
            <Addresses addresses={addresses} type={type} />
            <Column title={texts.wizard.paste}>
              {(['issuer', 'client_id'] as const).map(field)}
              <SecretState provider={provider} canEdit={canEdit} />
              {field('scope')}
            </Column>
          </div>
        </Panel>
        <Panel title={texts.home}>
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
            <div className="grid content-start gap-6">{(['display_name', 'button'] as const).map(field)}</div>
            <div className="grid content-start">{field('domains')}</div>
          </div>
        </Panel>
        <Panel title={texts.accounts.title}>
          <div className="grid gap-6">
            {field('create_users')}
            <div className="grid max-w-prose gap-1 text-sm">
              <p className="font-medium">{texts.accounts.linking}</p>
              <p className="text-muted-foreground">{texts.accounts.linkingText}</p>
            </div>
            <MappingFields rows={mappingRows(provider.settings)} examples={examples} />
          </div>
        </Panel>
        {canEdit && <Save />}
      </fieldset>
    </ActionForm>
  );
}

function Save() {
  const { reason, reasonHelp, save } = adminTexts.shell.form;
  return (
    <div className="grid max-w-3xl gap-5">
      <TextField name="reason" label={reason} help={reasonHelp} maxLength={200} />
      <div>
        <SubmitButton>{save}</SubmitButton>
      </div>
    </div>
  );
}

export function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-5">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}
