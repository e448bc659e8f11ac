import { isDeepStrictEqual } from 'node:util';
import { Fragment } from 'react';
import { Panel } from '#components/ui/panel';
import { providerPath } from '#lib/admin/entries/entry-path';
import { fieldsOf, relevantSettings } from '#lib/admin/entries/setting-fields';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { providerSettings } from '#lib/providers/settings';
import { type EntryForm, SettingsForm } from '../entries/settings-form';
import { Addresses } from './addresses';
import { Column } from './column';
import { ProviderFields } from './provider-fields';
import { SecretState } from './secret-state';

/** The fields of the connection that apply, without those that only another provider than this one has. */
function fieldNames({ brand, settings }: ProviderDetail): readonly string[] {
  const hasTenants = brand === 'microsoft' || !isDeepStrictEqual(settings.allowed_tenants, []);
  const hasKey = brand === 'apple' || settings.key_id !== null;
  const omitted = [...(hasTenants ? [] : ['allowed_tenants']), ...(hasKey ? [] : ['team_id', 'key_id'])];
  const names = Object.keys(fieldsOf(relevantSettings(providerSettings, settings), 'connection'));
  return names.filter((name) => !omitted.includes(name));
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
            {fieldNames(provider).map((field) => (
              <Fragment key={field}>
                <ProviderFields {...fields} names={[field]} />
                {field === 'issuer' && type === 'oidc' && form.canEdit && (
                  <a
                    href={`${providerPath(name)}?discover=1#metadata`}
                    className="w-fit text-sm underline underline-offset-4"
                  >
                    {texts.discovery.check}
                  </a>
                )}
                {field === 'client_id' && <SecretState provider={provider} canEdit={form.canEdit} />}
              </Fragment>
            ))}
          </Column>
        </div>
      </Panel>
    </SettingsForm>
  );
}
