'use client';

import type { ReactNode } from 'react';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextArea } from '../form/field';
import { useFormState } from '../form/form-state';
import { ReasonField } from '../form/reason-field';
import { Review } from '../form/review';
import { SubmitButton } from '../form/submit-button';
import { CreatedView } from './created-view';

type TextFormProps = {
  readonly text: string;
  /** The client that is changed, with the version that the person saw, or null for a new one. */
  readonly client: { readonly client_id: string; readonly version: string } | null;
  readonly action: AdminAction;
  readonly addRedirectUri: AdminAction;
  readonly csrf: string;
};

/** Edits a client as text. Shows the changes before they are saved. */
export function TextForm({ text, client, action, addRedirectUri, csrf }: TextFormProps) {
  const { json, wizard } = adminTexts.clients;
  const form = adminTexts.shell.form;
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      proof={client === null ? actionProofs.clients.importClient : 'none'}
      hidden={client ?? {}}
      section="clients"
      label={json.label}
      guarded
      done={(result, guides) => (
        <CreatedView result={result} guides={guides} addRedirectUri={addRedirectUri} csrf={csrf} />
      )}
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
    </ActionForm>
  );
}

/** The changes and the button to save them, or first the button to review them. */
function Reviewed({ save, children }: { readonly save: string; readonly children: ReactNode }) {
  const { review } = useFormState();
  const { json } = adminTexts.clients;
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
