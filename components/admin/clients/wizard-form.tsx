'use client';

import type { AdminAction } from '#lib/admin/action-state';
import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import { type ClientDraft, draftNames } from '#lib/admin/clients/draft';
import { presets } from '#lib/admin/clients/presets';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Option } from '../entries/entry-field';
import { ActionForm } from '../form/action-form';
import { ChoicesField } from '../form/check-field';
import { TextArea, TextField } from '../form/field';
import { SubmitOrCancel } from '../form/submit-or-cancel';

type WizardFormProps = {
  readonly kind: ApplicationKind;
  readonly draft: ClientDraft;
  readonly scopes: readonly Option[];
  readonly action: AdminAction;
  readonly csrf: string;
};

/** What a new client of one kind needs. */
export function WizardForm({ kind, draft, scopes, action, csrf }: WizardFormProps) {
  const { wizard, fields } = adminTexts.clients;
  const preset = presets[kind];
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      hidden={{ kind }}
      section="clients"
      label={wizard.title}
      drafted={draftNames}
      className="grid max-w-3xl gap-6"
    >
      <TextField
        name="client_name"
        label={fields.client_name[0]}
        help={fields.client_name[1]}
        initial={draft.client_name}
        maxLength={200}
      />
      <TextField
        name="client_id"
        label={wizard.clientId}
        help={wizard.clientIdHelp}
        initial={draft.client_id}
        maxLength={100}
        className="font-mono"
        dir="ltr"
      />
      {preset.hasRedirects && (
        <TextArea
          name="redirect_uris"
          label={fields.redirect_uris[0]}
          help={fields.redirect_uris[1]}
          initial={draft.redirect_uris}
          placeholder={kind === 'native' ? 'com.example.app:/callback' : 'https://app.example/callback'}
        />
      )}
      {preset.hasPostLogout && (
        <TextArea
          name="post_logout_redirect_uris"
          label={fields.post_logout_redirect_uris[0]}
          help={fields.post_logout_redirect_uris[1]}
          initial={draft.post_logout_redirect_uris}
          rows={2}
        />
      )}
      <ChoicesField
        name="scope"
        label={fields.scope[0]}
        help={fields.scope[1]}
        initial={draft.scope.split(' ')}
        options={scopes}
      />
      <SubmitOrCancel submit={wizard.review} backHref="/admin/clients/new" />
    </ActionForm>
  );
}
