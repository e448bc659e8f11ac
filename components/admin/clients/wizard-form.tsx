'use client';

import type { AdminAction } from '#lib/admin/action-state';
import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import { clientPath } from '#lib/admin/clients/client-path';
import { presets } from '#lib/admin/clients/presets';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Option } from '../entries/entry-field';
import { ActionForm } from '../form/action-form';
import { ChoicesField } from '../form/check-field';
import { TextArea, TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { SecretOnce } from '../secret-once';
import { ButtonLink } from '../ui/button';
import { Notice } from '../ui/notice';
import { GuideView } from './guide-view';

type WizardFormProps = {
  readonly kind: ApplicationKind;
  readonly clientId: string;
  readonly issuer: string;
  readonly scopes: readonly Option[];
  readonly action: AdminAction;
  readonly csrf: string;
};

/** What a new client of one kind needs; afterwards its secret, once, and how to connect it. */
export function WizardForm({ kind, clientId, issuer, scopes, action, csrf }: WizardFormProps) {
  const { wizard, fields } = adminTexts.clients;
  const preset = presets[kind];
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      hidden={{ kind }}
      label={wizard.title}
      guarded
      className="grid max-w-3xl gap-6"
      done={(result) => <Created kind={kind} issuer={issuer} result={result} />}
    >
      <TextField name="client_name" label={fields.client_name[0]} help={fields.client_name[1]} maxLength={200} />
      <TextField
        name="client_id"
        label={wizard.clientId}
        help={wizard.clientIdHelp}
        initial={clientId}
        maxLength={100}
        className="font-mono"
        dir="ltr"
      />
      {preset.hasRedirects && (
        <TextArea
          name="redirect_uris"
          label={fields.redirect_uris[0]}
          help={fields.redirect_uris[1]}
          placeholder={kind === 'native' ? 'com.example.app:/callback' : 'https://app.example/callback'}
        />
      )}
      {preset.hasPostLogout && (
        <TextArea
          name="post_logout_redirect_uris"
          label={fields.post_logout_redirect_uris[0]}
          help={fields.post_logout_redirect_uris[1]}
          rows={2}
        />
      )}
      <ChoicesField
        name="scope"
        label={fields.scope[0]}
        help={fields.scope[1]}
        initial={preset.scope}
        options={scopes}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton>{wizard.submit}</SubmitButton>
        <ButtonLink href="/admin/clients/new" variant="quiet">
          {adminTexts.shell.form.cancel}
        </ButtonLink>
      </div>
    </ActionForm>
  );
}

type CreatedProps = Pick<WizardFormProps, 'kind' | 'issuer'> & { readonly result: Readonly<Record<string, string>> };

function Created({ kind, issuer, result }: CreatedProps) {
  const { wizard, secret } = adminTexts.clients;
  const { clientId = '', redirectUri = '', scope = '' } = result;
  return (
    <div className="grid min-w-0 gap-5">
      <Notice tone="good" role="status" title={wizard.doneTitle}>
        <p>{wizard.doneText}</p>
      </Notice>
      {result.secret && (
        <SecretOnce title={secret.once} text={secret.onceText} label={secret.label} secret={result.secret} />
      )}
      <GuideView kind={kind} facts={{ issuer, clientId, redirectUri, scope }} />
      <div>
        <ButtonLink href={clientPath(clientId)} variant="primary">
          {wizard.open}
        </ButtonLink>
      </div>
    </div>
  );
}
