import { Panel } from '#components/ui/panel';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { Addresses } from './addresses';
import { Column } from './column';
import { ProviderFields } from './provider-fields';
import { SecretState } from './secret-state';

type ConnectionFormProps = { readonly provider: ProviderDetail; readonly form: EntryForm };

/** The settings of the connection, in both directions side by side. */
export function ConnectionForm({ provider, form }: ConnectionFormProps) {
  const texts = adminTexts.providers;
  const { name, displayName, type, addresses, settings } = provider;
  const fields = { type, entry: settings };
  return (
    <SettingsForm title={texts.connection} form={form}>
      <Panel id="connection" title={texts.connection} description={texts.connectionText}>
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
          <Addresses addresses={addresses} type={type} provider={displayName} />
          <Column title={texts.wizard.paste(displayName)}>
            {(type === 'oidc' || type === 'github') && <ProviderFields {...fields} names={['issuer']} />}
            {type === 'oidc' && form.canEdit && (
              <a
                href={`${providerPath(name)}?discover=1#metadata`}
                className="w-fit text-sm underline underline-offset-4"
              >
                {texts.discovery.check}
              </a>
            )}
            <ProviderFields {...fields} names={['client_id']} />
            <SecretState provider={provider} canEdit={form.canEdit} />
            <ProviderFields {...fields} names={['scope']} />
            {type === 'oidc' && (
              <ProviderFields
                {...fields}
                names={['response_mode', 'token_endpoint_auth_method', 'allowed_tenants', 'team_id', 'key_id']}
              />
            )}
          </Column>
        </div>
      </Panel>
    </SettingsForm>
  );
}
