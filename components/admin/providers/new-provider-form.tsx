import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { NewProvider } from '#lib/admin/providers/new-provider';
import { type Preset, presets } from '#lib/admin/providers/presets';
import { providerForms } from '#lib/admin/providers/provider-forms';
import type { ProviderAddresses } from '#lib/admin/providers/read-provider';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { isSharedIssuer } from '#lib/providers/schema';
import { providerSettings } from '#lib/providers/settings';
import { AdminForm } from '../form/admin-form';
import { CheckField } from '../form/choice-fields';
import { SubmitButton } from '../form/form-end';
import { Addresses } from './addresses';
import { Column } from './column';
import { DiscoveryPanel } from './discovery-panel';
import { KeyField } from './key-field';
import { MappingFields } from './mapping-fields';
import { ProviderFields } from './provider-fields';
import { SecretField } from './secret-field';

type NewProviderFormProps = {
  readonly asked: NewProvider;
  readonly addresses: ProviderAddresses;
};

/** Step 3: the connection, in both directions side by side. */
export function NewProviderForm({ asked, addresses }: NewProviderFormProps) {
  const texts = adminTexts.providers;
  const { wizard } = texts;
  const [createUsers, createUsersHelp] = providerSettings.create_users.text;
  const { name, displayName, issuer, preset } = asked;
  const { type, mapping, settings = {}, hasKey }: Preset = presets[preset];
  const back = addressWith(`/admin/providers/new/${preset}`, {}, { issuer, display_name: displayName });
  return (
    <>
      {asked.discovery && <DiscoveryPanel discovery={asked.discovery} />}
      <AdminForm
        {...providerForms.create.about({ preset })}
        hidden={{ name, type, issuer, display_name: displayName, button: 'show', ...settings }}
        label={wizard.title}
        guarded
        className="grid gap-6"
      >
        <Panel title={texts.connection} description={texts.guides[preset]}>
          <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
            <Addresses addresses={addresses} type={type} provider={displayName} />
            <Column title={wizard.paste(displayName)}>
              <ProviderFields names={['client_id']} type={type} entry={{}} />
              {hasKey ? (
                <>
                  <ProviderFields names={['team_id', 'key_id']} type={type} entry={{}} />
                  <KeyField />
                </>
              ) : (
                <SecretField label={texts.secret.label} help={texts.secret.help} />
              )}
              {isSharedIssuer(issuer) && <ProviderFields names={['allowed_tenants']} type={type} entry={{}} />}
            </Column>
          </div>
        </Panel>
        <Panel title={texts.home}>
          <div className="grid max-w-3xl gap-6">
            <ProviderFields names={['domains']} type={type} entry={{}} />
            <CheckField name="create_users" label={createUsers} help={createUsersHelp} initial />
            <MappingFields rows={Object.entries(mapping).map(([ours, theirs]) => ({ ours, theirs }))} examples={null} />
            <CheckField name="enabled" label={wizard.enable[0]} help={wizard.enable[1]} initial={false} />
          </div>
        </Panel>
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{wizard.submit}</SubmitButton>
          <ButtonLink href={back} variant="quiet">
            {wizard.again}
          </ButtonLink>
        </div>
      </AdminForm>
    </>
  );
}
