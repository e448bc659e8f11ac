import { adminTexts } from '#lib/i18n/admin/texts';
import { TextField } from '../form/field';

/** Why something is done; it stands in the audit log. */
export function ReasonField() {
  const { reason, reasonHelp } = adminTexts.shell.form;
  return <TextField name="reason" label={reason} help={reasonHelp} maxLength={300} />;
}
