import { isDeepStrictEqual } from 'node:util';
import { Panel } from '#components/ui/panel';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderField } from '#lib/admin/providers/provider-fields';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { Addresses } from './addresses';
import { Column } from './column';
import { ProviderFields } from './provider-fields';
import { SecretState } from './secret-state';

/** What one provider alone has is shown for that one, and where a value is set. */
function oidcFields({ brand, settings }: ProviderDetail): ProviderField[] {
  const hasTenants = brand === 'microsoft' || !isDeepStrictEqual(settings.allowed_tenants, []);
  const hasKey = brand === 'apple' || settings.key_id !== null;
  return [
    'response_mode',
    'token_endpoint_auth_method',
    ...(hasTenants ? (['allowed_tenants'] as const) : []),
    ...(hasKey ? (['team_id', 'key_id'] as const) : []),
  ];
}

type ConnectionFormProps = { readonly provider: ProviderDetail; readonly form: EntryForm };

/** The settings of the connection, in both directions side by side. */
export function ConnectionForm({ provider, form }: ConnectionFormProps) {
  const texts = adminTexts.providers;
  const { name, displayName, type, addresses, settings } = provider;
  const fields = { type, entry: settings, asText: !form.canEdit };
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
            {type === 'oidc' && <ProviderFields {...fields} names={oidcFields(provider)} />}
          </Column>
        </div>
      </Panel>
    </SettingsForm>
  );
}
