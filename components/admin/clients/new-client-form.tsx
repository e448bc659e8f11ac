import type { ReactNode } from 'react';
import { Panel } from '#components/ui/panel';
import { untouched } from '#lib/admin/action-state';
import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import { clientForms } from '#lib/admin/clients/client-forms';
import { type ClientDraft, draftNames } from '#lib/admin/clients/draft';
import { presets } from '#lib/admin/clients/presets';
import { formState } from '#lib/admin/form-state';
import { clientSettings } from '#lib/clients/settings';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Option } from '../entries/entry-fields';
import { AdminForm } from '../form/admin-form';
import { ChoicesField } from '../form/choice-fields';
import { TextArea, TextField } from '../form/field';
import { SubmitOrCancel } from '../form/form-end';
import { PageHeader } from '../page-header';
import { SecretExpiry } from '../secret-expiry';
import { CreatedView } from './created-view';

type NewClientFormProps = {
  readonly kind: ApplicationKind;
  readonly draft: ClientDraft;
  readonly scopes: readonly Option[];
};

/** The form for a new client of one kind. After the client is created, the same address shows its secret. */
export function NewClientForm({ kind, draft, scopes }: NewClientFormProps) {
  const { wizard, kinds, title } = adminTexts.clients;
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
            help={clientSettings.scope.text[1]}
            initial={draft.scope.split(' ')}
            options={scopes}
          />
          <Advanced>
            <TextField
              name="client_id"
              label={adminTexts.clients.facts.id}
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
      <summary className="w-fit cursor-pointer font-medium text-sm">{adminTexts.clients.wizard.advanced}</summary>
      <div className="grid gap-6 pt-4">{children}</div>
    </details>
  );
}
