import type { ReactNode } from 'react';
import { AdminForm } from '#components/admin/form/admin-form';
import { CheckField } from '#components/admin/form/choice-fields';
import { TextField } from '#components/admin/form/field';
import { SubmitButton } from '#components/admin/form/form-end';
import { BrandMark } from '#components/ui/brand-mark';
import { Button, ButtonLink } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import { isSharedIssuer } from '#lib/providers/schema';
import { providerSettings } from '#lib/providers/settings';
import { addressWith } from '../../query';
import { providerForms } from '../actions';
import type { NewProvider } from '../new-provider';
import { type Preset, presetNames, presets } from '../presets';
import type { ProviderAddresses } from '../read';
import { texts } from '../texts';
import { Addresses, Column, DiscoveryPanel, DiscoveryView, KeyField, ProviderFields, SecretField } from './connection';
import { MappingFields } from './settings';

type NewProviderFormProps = {
  readonly asked: NewProvider;
  readonly addresses: ProviderAddresses;
};

/** Step 3: the connection, in both directions side by side. */
export function NewProviderForm({ asked, addresses }: NewProviderFormProps) {
  const { wizard } = texts;
  const [createUsers, createUsersHelp] = providerSettings.create_users.text;
  const { name, displayName, issuer, preset, isShort } = asked;
  const { type, mapping, settings = {}, hasKey }: Preset = presets[preset];
  const back = isShort
    ? '/admin/providers/new'
    : addressWith(`/admin/providers/new/${preset}`, {}, { issuer, display_name: displayName });
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
        <Home isFolded={isShort}>
          <div className="grid max-w-3xl gap-6">
            <ProviderFields names={['domains']} type={type} entry={{}} />
            <CheckField name="create_users" label={createUsers} help={createUsersHelp} initial />
            <MappingFields rows={Object.entries(mapping).map(([ours, theirs]) => ({ ours, theirs }))} examples={null} />
            <CheckField name="enabled" label={wizard.enable[0]} help={wizard.enable[1]} initial={false} />
          </div>
        </Home>
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{wizard.submit}</SubmitButton>
          <ButtonLink href={back} variant="quiet">
            {adminTexts.shell.form.back}
          </ButtonLink>
        </div>
      </AdminForm>
    </>
  );
}

/** What a provider may do here. A provider that every customer connects in the same way needs no choice. */
function Home({ isFolded, children }: { readonly isFolded: boolean; readonly children: ReactNode }) {
  if (!isFolded) return <Panel title={texts.home}>{children}</Panel>;
  return <Details summary={texts.home}>{children}</Details>;
}

/**
 * Step 2: the names and the issuer. The server asks the issuer for everything else. It is a GET form: the next page
 * shows the answers.
 */
export function FindForm({ asked }: { readonly asked: NewProvider }) {
  const words = texts.wizard;
  const preset = presets[asked.preset];
  const [issuerLabel, issuerHelp] = preset.type === 'github' ? words.server : words.issuer;
  return (
    <Panel title={words.find} description={preset.type === 'oidc' ? words.findText : ''}>
      <form method="get" action={`/admin/providers/new/${asked.preset}`} className="grid max-w-2xl gap-6">
        {asked.discovery && !asked.isReady && <DiscoveryView discovery={asked.discovery} />}
        <TextField
          name="issuer"
          label={issuerLabel}
          help={issuerHelp}
          showKey
          initial={asked.issuer}
          placeholder={preset.example ?? ''}
          maxLength={2000}
          dir="ltr"
        />
        <TextField
          name="display_name"
          label={words.displayName[0]}
          help={words.displayName[1]}
          showKey
          initial={asked.displayName}
          maxLength={200}
        />
        <div className="grid gap-1.5">
          <TextField
            name="name"
            label={words.name[0]}
            help={words.name[1]}
            showKey
            initial={asked.name}
            maxLength={100}
            dir="ltr"
            className="font-mono"
            {...(asked.nameProblem && { 'aria-invalid': true, 'aria-describedby': 'name-problem' })}
          />
          {asked.nameProblem && (
            <p id="name-problem" role="alert" className="font-medium text-destructive text-sm">
              {asked.nameProblem}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary">{words.go}</Button>
          <ButtonLink href="/admin/providers/new" variant="quiet">
            {adminTexts.shell.form.cancel}
          </ButtonLink>
        </div>
      </form>
    </Panel>
  );
}

/** The gallery of known providers. Each card leads to the provider's form. */
export function PresetCards() {
  const words = texts.presets;
  return (
    <ul className="grid w-full gap-3 text-start sm:grid-cols-2 lg:grid-cols-3">
      {presetNames.map((preset) => (
        <li key={preset}>
          <a
            href={`/admin/providers/new/${preset}`}
            className="flex h-full items-start gap-4 rounded-lg border border-border bg-card p-4 hover:border-foreground"
          >
            <BrandMark brand={presets[preset].brand ?? 'openid'} className="size-8" />
            <span className="grid gap-0.5">
              <span className="font-semibold">{words[preset][0]}</span>
              <span className="text-muted-foreground text-sm">{words[preset][1]}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
