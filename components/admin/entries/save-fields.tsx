import { adminTexts } from '#lib/i18n/admin/texts';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';

/** The end of a form that changes an entry: why, and the button. */
export function SaveFields() {
  const { reason, reasonHelp, save } = adminTexts.shell.form;
  return (
    <>
      <TextField name="reason" label={reason} help={reasonHelp} maxLength={200} />
      <div>
        <SubmitButton>{save}</SubmitButton>
      </div>
    </>
  );
}
