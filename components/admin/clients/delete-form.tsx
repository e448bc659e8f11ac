import type { AdminAction } from '#lib/admin/action-state';
import { clientPath } from '#lib/admin/clients/client-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { ButtonLink } from '../ui/button';

type DeleteFormProps = { readonly clientId: string; readonly action: AdminAction; readonly csrf: string };

/** Asks for the name of what shall go. */
export function DeleteForm({ clientId, action, csrf }: DeleteFormProps) {
  const texts = adminTexts.clients.remove;
  return (
    <ActionForm action={action} csrf={csrf} hidden={{ client_id: clientId }} label={texts.button}>
      <TextField name="typed" label={texts.typed} help={clientId} className="max-w-md" />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="danger">{texts.button}</SubmitButton>
        <ButtonLink href={clientPath(clientId)} variant="quiet">
          {adminTexts.shell.form.cancel}
        </ButtonLink>
      </div>
    </ActionForm>
  );
}
