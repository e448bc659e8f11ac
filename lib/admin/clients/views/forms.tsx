import type { ReactNode } from 'react';
import { Copied } from '#components/admin/copy-button';
import type { Option } from '#components/admin/entries/entry-fields';
import { AdminForm } from '#components/admin/form/admin-form';
import { ChoicesField } from '#components/admin/form/choice-fields';
import { FileField, SelectField, TextArea, TextField } from '#components/admin/form/field';
import { ReasonField, Review, SubmitButton, SubmitOrCancel } from '#components/admin/form/form-end';
import { PageHeader } from '#components/admin/page-header';
import { SecretExpiry, SecretOnce } from '#components/admin/secrets';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { untouched } from '#lib/admin/action-state';
import { type ApplicationKind, applicationKinds } from '#lib/admin/clients/application-kind';
import type { Guide } from '#lib/admin/clients/guides/guide';
import { clientPath } from '#lib/admin/entries/entry-path';
import { formState } from '#lib/admin/form-state';
import { clientSettings } from '#lib/clients/settings';
import { adminTexts } from '#lib/i18n/admin/texts';
import { trialPath } from '#lib/login/trial/report';
import { clientForms } from '../actions';
import { presets } from '../application-kind';
import { certificateFields, certificateUses } from '../certificate';
import { type ClientDraft, draftNames } from '../create';
import { texts as clientTexts } from '../texts';
import { ExpectedRedirect, GuideView } from './guide';

const accessOptions = Object.entries(clientSettings.access.options).map(([value, label]) => ({ value, label }));

type NewClientFormProps = {
  readonly kind: ApplicationKind;
  readonly draft: ClientDraft;
  readonly scopes: readonly Option[];
};

/** The form for a new client of one kind. After the client is created, the same address shows its secret. */
export function NewClientForm({ kind, draft, scopes }: NewClientFormProps) {
  const { wizard, kinds, title } = clientTexts;
  const preset = presets[kind];
  const hasSecret = preset.settings.token_endpoint_auth_method !== 'none';
  const ancestors = [
    { label: title, href: '/admin/clients' },
    { label: wizard.title, href: '/admin/clients/new' },
  ];
  return (
    <AdminForm
      {...clientForms.create.about({ kind })}
      label={wizard.title}
      drafted={draftNames}
      className="grid gap-6"
      done={(result, guides) => <CreatedView result={result} guides={guides} />}
    >
      <PageHeader title={wizard.of(kinds[kind])} ancestors={ancestors} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,44rem)_16rem]">
        <div className="grid min-w-0 gap-6">
          <TextField
            name="client_name"
            label={clientSettings.client_name.text[0]}
            initial={draft.client_name}
            maxLength={200}
          />
          {preset.hasRedirects && (
            <TextArea
              name="redirect_uris"
              label={clientSettings.redirect_uris.text[0]}
              help={`${clientSettings.redirect_uris.text[1]} ${wizard.onePerLine}`}
              initial={draft.redirect_uris}
              placeholder={kind === 'native' ? 'com.example.app:/callback' : 'https://app.example/callback'}
              className="font-mono"
              rows={3}
            />
          )}
          <ChoicesField
            name="scope"
            label={clientSettings.scope.text[0]}
            help={kind === 'machine' ? wizard.machineScopes : clientSettings.scope.text[1]}
            initial={draft.scope.split(' ')}
            options={scopes}
            areWords
          />
          {kind !== 'machine' && (
            <SelectField
              name="access"
              label={`${clientSettings.access.text[0]}?`}
              help={wizard.accessHelp}
              initial={draft.access || 'everyone'}
              options={accessOptions}
            />
          )}
          {kind === 'machine' && (
            <TextField
              name="new_scope"
              label={wizard.newScope}
              help={wizard.newScopeHelp}
              initial={draft.new_scope}
              maxLength={100}
              className="font-mono"
              dir="ltr"
            />
          )}
          <Advanced>
            <TextField
              name="client_id"
              label={clientTexts.facts.id}
              help={wizard.clientIdHelp}
              initial={draft.client_id}
              maxLength={100}
              className="font-mono"
              dir="ltr"
            />
            {preset.hasPostLogout && (
              <TextArea
                name="post_logout_redirect_uris"
                label={clientSettings.post_logout_redirect_uris.text[0]}
                help={`${clientSettings.post_logout_redirect_uris.text[1]} ${wizard.onePerLine} ${wizard.startPages}`}
                initial={draft.post_logout_redirect_uris}
                className="font-mono"
                rows={2}
              />
            )}
            {hasSecret && <SecretExpiry initial={draft.expires_in_days} />}
          </Advanced>
          <SubmitOrCancel submit={wizard.submit} backHref="/admin/clients/new" />
        </div>
        <Panel title={wizard.youGet}>
          <ul className="grid list-disc gap-1.5 ps-4 text-sm marker:text-muted-foreground">
            {wizard.gets[kind].map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </AdminForm>
  );
}

/** Rarely needed fields. Open if one has a problem. */
function Advanced({ children }: { readonly children: ReactNode }) {
  const { fields } = formState() ?? untouched;
  const hasProblem = fields.some(({ field }) => /^(client_id|post_logout_redirect_uris|expires_in_days)/.test(field));
  return (
    <details open={hasProblem}>
      <summary className="w-fit cursor-pointer font-medium text-sm">{clientTexts.wizard.advanced}</summary>
      <div className="grid gap-6 pt-4">{children}</div>
    </details>
  );
}

/** The kinds of applications, each with a link to its form. */
export function KindCards() {
  const { kinds, kindHelp } = clientTexts;
  return (
    <ul className="grid w-full gap-3 text-start sm:grid-cols-2 lg:grid-cols-3">
      {applicationKinds.map((kind) => (
        <li key={kind}>
          <a
            href={`/admin/clients/new/${kind}`}
            className="grid h-full content-start gap-1 rounded-lg border border-border bg-card p-4 hover:border-foreground"
          >
            <span className="font-semibold">{kinds[kind]}</span>
            <span className="text-sm">{kindHelp[kind]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

type TextFormProps = {
  readonly text: string;
  /** The client that is changed, with the version that the person saw, or null for a new one. */
  readonly client: { readonly client_id: string; readonly version: string } | null;
};

/** Edits a client as text. Shows the changes before they are saved. */
export function TextForm({ text, client }: TextFormProps) {
  const { json, wizard } = clientTexts;
  const form = adminTexts.shell.form;
  const target =
    client === null ? clientForms.importText.about() : clientForms.saveText.about({ client_id: client.client_id });
  return (
    <AdminForm
      {...target}
      hidden={client === null ? {} : { version: client.version }}
      label={json.label}
      guarded
      done={(result, guides) => <CreatedView result={result} guides={guides} />}
    >
      <TextArea
        name="json"
        label={json.label}
        help={json.help}
        initial={text}
        rows={Math.min(40, Math.max(12, text.split('\n').length + 1))}
        className="font-mono"
        dir="ltr"
        required
      />
      <Reviewed save={client === null ? wizard.submit : form.save}>{client && <ReasonField />}</Reviewed>
    </AdminForm>
  );
}

/** The changes and the button to save them, or first the button to review them. */
function Reviewed({ save, children }: { readonly save: string; readonly children: ReactNode }) {
  const review = formState()?.review ?? null;
  const { json } = clientTexts;
  const hasChanges = review !== null && review.differences.length > 0;
  return (
    <>
      <Review />
      {hasChanges && children}
      <div>
        <SubmitButton variant={hasChanges ? 'primary' : 'secondary'}>{hasChanges ? save : json.check}</SubmitButton>
      </div>
    </>
  );
}

type CreatedViewProps = {
  readonly result: Readonly<Record<string, string>>;
  readonly guides: readonly Guide[];
};

/** A new client: its secret, shown once, and how to connect it. */
export function CreatedView({ result, guides }: CreatedViewProps) {
  const { created, facts, title, trySignIn, secret: secretTexts } = clientTexts;
  const { clientId = '', name = clientId, issuer = '', redirectUri = '', secret, secretExpiresAt } = result;
  return (
    <div className="grid min-w-0 gap-6">
      <PageHeader
        title={created.title(name)}
        description={created.description}
        parent={{ label: title, href: '/admin/clients' }}
        actions={
          <>
            {redirectUri !== '' && (
              // In a new tab, because this page shows the secret only once.
              <ButtonLink href={trialPath(clientId)} target="_blank">
                {trySignIn}
              </ButtonLink>
            )}
            <ButtonLink href={clientPath(clientId)} variant="primary">
              {created.open}
            </ButtonLink>
          </>
        }
      />
      <Panel>
        <Facts
          facts={[
            [facts.issuer, <Copied key="issuer" label={facts.issuer} value={issuer} />],
            [facts.id, <Copied key="id" label={facts.id} value={clientId} />],
            [
              secretTexts.label,
              secret === undefined ? null : <SecretOnce key="secret" secret={secret} expiresAt={secretExpiresAt} />,
            ],
          ]}
        />
      </Panel>
      <GuideView
        guides={guides}
        redirect={(callbackPath) => (
          <ExpectedRedirect
            clientId={clientId}
            redirectUris={redirectUri === '' ? [] : [redirectUri]}
            callbackPath={callbackPath}
            mayEdit
            isBeside
          />
        )}
      />
    </div>
  );
}

type CertificateFormProps = {
  readonly clientId: string;
  readonly backHref: string;
};

const texts = clientTexts.certificate;

/** Lets a client authenticate with a certificate, chosen as a file or pasted. */
export function CertificateForm({ clientId, backHref }: CertificateFormProps) {
  return (
    <AdminForm
      {...clientForms.uploadCertificate.about({ client_id: clientId })}
      label={texts.title}
      className="grid max-w-xl gap-5"
    >
      <FileField
        name={certificateFields.file}
        label={texts.file[0]}
        help={texts.file[1]}
        accept=".pem,.crt,.cer,application/x-pem-file,application/x-x509-ca-cert"
      />
      <TextArea
        name={certificateFields.text}
        label={texts.text[0]}
        help={texts.text[1]}
        rows={6}
        className="font-mono"
        dir="ltr"
      />
      <SelectField
        name={certificateFields.use}
        label={texts.use[0]}
        help={texts.use[1]}
        options={certificateUses.map((value) => ({ value, label: texts.uses[value] }))}
      />
      <TextField name={certificateFields.name} label={texts.name[0]} help={texts.name[1]} maxLength={1000} />
      <SubmitOrCancel submit={texts.submit} backHref={backHref} />
    </AdminForm>
  );
}
