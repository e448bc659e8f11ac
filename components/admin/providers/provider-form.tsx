import type { ReactNode } from 'react';
import { Panel } from '#components/ui/panel';
import { mappingRows } from '#lib/admin/providers/provider-fields';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { EntryForm } from '../entries/settings-form';
import { ActionForm } from '../form/action-form';
import { SaveBar } from '../form/save-bar';
import { Addresses } from './addresses';
import { MappingFields } from './mapping-fields';
import { ProviderFields } from './provider-fields';
import { SecretState } from './secret-state';

type ProviderFormProps = {
  readonly provider: ProviderDetail;
  /** What the provider sent at this person's last test; null without one. */
  readonly examples: Readonly<Record<string, unknown>> | null;
  readonly form: EntryForm;
};

/** Every setting of a provider but its secret, which is written alone. */
export function ProviderForm({ provider, examples, form: { canEdit, ...form } }: ProviderFormProps) {
  const texts = adminTexts.providers;
  const { type, addresses, settings } = provider;
  const fields = { type, entry: settings };
  return (
    <ActionForm {...form} label={texts.tabs.settings} guarded>
      <fieldset disabled={!canEdit} className="grid min-w-0 gap-6">
        <Panel title={texts.connection} description={texts.connectionText}>
          <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
            <Addresses addresses={addresses} type={type} />
            <Column title={texts.wizard.paste}>
              <ProviderFields {...fields} names={['issuer', 'client_id']} />
              <SecretState provider={provider} canEdit={canEdit} />
              <ProviderFields {...fields} names={['scope']} />
            </Column>
          </div>
        </Panel>
        <Panel title={texts.home}>
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
            <div className="grid content-start gap-6">
              <ProviderFields {...fields} names={['display_name', 'button']} />
            </div>
            <div className="grid content-start">
              <ProviderFields {...fields} names={['domains']} />
            </div>
          </div>
        </Panel>
        <Panel title={texts.accounts.title}>
          <div className="grid gap-6">
            <ProviderFields {...fields} names={['create_users']} />
            <div className="grid max-w-prose gap-1 text-sm">
              <p className="font-medium">{texts.accounts.linking}</p>
              <p className="text-muted-foreground">{texts.accounts.linkingText}</p>
            </div>
            <MappingFields rows={mappingRows(settings)} examples={examples} />
            <ProviderFields {...fields} names={['acr_mapping']} />
          </div>
        </Panel>
        {canEdit && (
          <div className="grid max-w-3xl gap-5">
            <SaveBar hasReview />
          </div>
        )}
      </fieldset>
    </ActionForm>
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
