import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitOrCancel } from '../form/submit-or-cancel';

type DeleteEntryFormProps = {
  /** The text to type for confirmation. */
  readonly name: string;
  /** Tells the action which entry it is about. */
  readonly owner: Readonly<Record<string, string>>;
  readonly texts: { readonly typed: string; readonly button: string };
  readonly backHref: string;
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Asks for the name of the entry before deleting it. */
export function DeleteEntryForm({ name, owner, texts, backHref, action, csrf }: DeleteEntryFormProps) {
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      proof={actionProofs.entries.deleteEntry}
      hidden={owner}
      label={texts.button}
    >
      <TextField name="typed" label={texts.typed} help={name} className="max-w-md" />
      <SubmitOrCancel submit={texts.button} variant="danger" backHref={backHref} />
    </ActionForm>
  );
}
