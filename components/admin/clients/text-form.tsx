import type { ReactNode } from 'react';
import { clientForms } from '#lib/admin/clients/client-forms';
import { formState } from '#lib/admin/form-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';
import { TextArea } from '../form/field';
import { ReasonField, Review, SubmitButton } from '../form/form-end';
import { CreatedView } from './created-view';

type TextFormProps = {
  readonly text: string;
  /** The client that is changed, with the version that the person saw, or null for a new one. */
  readonly client: { readonly client_id: string; readonly version: string } | null;
};

/** Edits a client as text. Shows the changes before they are saved. */
export function TextForm({ text, client }: TextFormProps) {
  const { json, wizard } = adminTexts.clients;
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
