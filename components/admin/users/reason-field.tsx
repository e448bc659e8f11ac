import { adminTexts } from '#lib/i18n/admin/texts';
import { TextField } from '../form/field';

/**
 * Why something is done; it stands in the audit log.
 * @param form tells the fields of several forms of a page apart
 */
export function ReasonField({ form }: { readonly form?: string }) {
  const { reason, reasonHelp } = adminTexts.shell.form;
  return (
    <TextField
      name={form === undefined ? 'reason' : `reason_${form}`}
      label={reason}
      help={reasonHelp}
      maxLength={300}
    />
  );
}
