import { isDeepStrictEqual } from 'node:util';
import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '#components/admin/copy-button';
import { EntryFields } from '#components/admin/entries/entry-fields';
import { type EntryForm, SettingsForm } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextArea, TextField } from '#components/admin/form/field';
import { SubmitOrCancel } from '#components/admin/form/form-end';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Breakable, Name } from '#components/ui/text';
import type { ProviderType } from '#lib/providers/schema';
import { flatProviderSettings, providerSettings } from '#lib/providers/settings';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { providerPath } from '../../entries/entry-path';
import { fieldsOf, optionsOf, relevantSettings, textsOf } from '../../entries/setting-fields';
import { providerForms } from '../actions';
import type { Discovery } from '../new-provider';
import type { ProviderAddresses, ProviderDetail } from '../read';
import { flatMapping, providerKinds, secretKeyOf } from '../section';
import { texts } from '../texts';

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

type AddressesProps = {
  readonly addresses: ProviderAddresses;
  readonly type: ProviderType;
  /** The provider's name for people. */
  readonly provider: string;
};

/** The addresses to register at the provider. */
export function Addresses({ addresses, type, provider }: AddressesProps) {
  const { addresses: words, wizard } = texts;
  return (
    <Column title={wizard.register(provider)} text={wizard.registerText}>
      <CopyValue label={words.callback} value={addresses.callback} />
      {type === 'oidc' ? (
        <>
          <CopyValue label={words.postLogout} value={addresses.postLogout} />
          <CopyValue label={words.backChannelLogout} value={addresses.backChannelLogout} />
        </>
      ) : (
        <p className="text-muted-foreground text-sm">{words.noPostLogout}</p>
      )}
    </Column>
  );
}

/** A value to copy to somewhere else. */
function CopyValue({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">{label}</p>
      <div className="flex min-w-0 items-center gap-1 rounded-lg border border-border bg-muted py-0.5 ps-3">
        <code className="min-w-0 flex-1 py-1.5 text-xs" dir="ltr">
          <Breakable>{value}</Breakable>
        </code>
        <CopyButton text={value} label={label} />
      </div>
    </div>
  );
}

type ColumnProps = { readonly title: string; readonly text?: string; readonly children: ReactNode };

/** One side of a connection. */
export function Column({ title, text, children }: ColumnProps) {
  return (
    <section className="grid min-w-0 content-start gap-5">
      <div className="grid gap-1">
        <h3 className="font-semibold text-sm">
          <Name>{title}</Name>
        </h3>
        {text !== undefined && <p className="text-muted-foreground text-sm">{text}</p>}
      </div>
      {children}
    </section>
  );
}

type ProviderFieldsProps = {
  readonly names: readonly string[];
  readonly type: ProviderType;
  /** Empty for a new provider. */
  readonly entry: Wire;
  readonly asText?: boolean;
};

export function ProviderFields({ names, type, entry, asText = false }: ProviderFieldsProps) {
  const fields = { ...textsOf(flatProviderSettings), ...(type === 'github' && { issuer: texts.github }) };
  const words = { fields, options: optionsOf(providerSettings) };
  return <EntryFields kinds={providerKinds} names={names} entry={flatMapping(entry)} asText={asText} texts={words} />;
}

/** Fetches the provider's metadata on request. */
export function DiscoveryPanel({ discovery }: { readonly discovery: Discovery }) {
  return (
    <Panel id="metadata" title={texts.discovery.title}>
      <DiscoveryView discovery={discovery} />
    </Panel>
  );
}

/** The metadata of an issuer, or the reason why it could not be read. */
export function DiscoveryView({ discovery }: { readonly discovery: Discovery }) {
  const words = texts.discovery;
  if (!('metadata' in discovery)) {
    const problems: Readonly<Record<string, string>> = words.problems;
    return (
      <Notice tone="bad" role="alert" title={words.failed}>
        <p>{problems[discovery.problem] ?? words.problems.other}</p>
        <p className="pt-1 text-xs">
          {words.reason}: <code className="break-all">{discovery.reason}</code>
        </p>
      </Notice>
    );
  }
  const { metadata } = discovery;
  const { facts } = words;
  return (
    <div className="grid gap-4">
      <Notice tone="good" role="status" title={words.found} />
      <Facts
        facts={[
          [facts.issuer, <Address key="i" text={metadata.issuer} />],
          [facts.authorization, <Address key="a" text={metadata.authorization_endpoint} />],
          [facts.token, <Address key="t" text={metadata.token_endpoint} />],
          [facts.userinfo, <Address key="u" text={metadata.userinfo_endpoint} />],
          [facts.keys, <Address key="k" text={metadata.jwks_uri} />],
          [facts.signOut, <Address key="s" text={metadata.end_session_endpoint} />],
          [facts.methods, metadata.token_endpoint_auth_methods_supported?.join(', ')],
          [facts.algorithms, metadata.id_token_signing_alg_values_supported?.join(', ')],
        ]}
      />
    </div>
  );
}

function Address({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return texts.discovery.facts.none;
  return (
    <code className="break-all text-xs" dir="ltr">
      {text}
    </code>
  );
}

type SecretStateProps = { readonly provider: ProviderDetail; readonly canEdit: boolean };

/** Whether the provider has a secret, with a link to replace it. The secret is never shown. */
export function SecretState({ provider, canEdit }: SecretStateProps) {
  const { secret, key } = texts;
  const setting = secretKeyOf(provider.settings);
  const words = setting === 'private_key' ? { ...secret, ...key } : secret;
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-2 font-medium text-sm">
        {words.label}{' '}
        <code data-setting-name className="font-normal text-muted-foreground text-xs">
          {setting}
        </code>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border bg-muted px-3 py-2">
        <p className="min-w-0 flex-1 basis-48 text-muted-foreground text-sm">
          {provider.hasSecret ? words.isSet : words.isMissing}
        </p>
        {canEdit && (
          <ButtonLink href={providerPath(provider.name, 'secret')} size="small">
            {words.replace}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

type SecretFormProps = {
  readonly name: string;
  /** The provider has a key that signs its secret. */
  readonly hasKey: boolean;
};

/** Replaces the current secret, or the current key. */
export function SecretForm({ name, hasKey }: SecretFormProps) {
  const { secret, key } = texts;
  const words = hasKey ? { ...secret, ...key } : secret;
  return (
    <Panel title={words.title} description={words.text}>
      <AdminForm {...providerForms.replaceSecret.about({ name })} label={words.title} className="grid max-w-xl gap-5">
        {hasKey ? <KeyField /> : <SecretField label={secret.field[0]} help={secret.field[1]} />}
        <SubmitOrCancel submit={words.submit} backHref={providerPath(name)} />
      </AdminForm>
    </Panel>
  );
}

/** An input for a secret. The secret is never shown again, not even when the form comes back. */
export function SecretField({ label, help }: { readonly label: string; readonly help: string }) {
  return (
    <TextField
      name="client_secret"
      label={label}
      help={help}
      showKey
      type="password"
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      dir="ltr"
      className="font-mono"
      maxLength={2000}
    />
  );
}

/** An input for a private key. Like a secret, it is never shown again. */
export function KeyField() {
  const [label, help] = texts.privateKey;
  return (
    <TextArea
      name="private_key"
      label={label}
      help={help}
      showKey
      rows={6}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      className="font-mono"
      maxLength={2000}
    />
  );
}
