import type { AdminAction } from '#lib/admin/action-state';
import { providerPath } from '#lib/admin/providers/provider-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { ButtonLink } from '../ui/button';

type DeleteFormProps = { readonly name: string; readonly action: AdminAction; readonly csrf: string };

/** Asks for the name of what shall go. */
export function DeleteForm({ name, action, csrf }: DeleteFormProps) {
  const texts = adminTexts.providers.remove;
  return (
    <ActionForm action={action} csrf={csrf} hidden={{ name }} label={texts.button}>
      <TextField name="typed" label={texts.typed} help={name} className="max-w-md" />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="danger">{texts.button}</SubmitButton>
        <ButtonLink href={providerPath(name)} variant="quiet">
          {adminTexts.shell.form.cancel}
        </ButtonLink>
      </div>
    </ActionForm>
  );
}
