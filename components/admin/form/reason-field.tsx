import { maximumReason } from '#lib/admin/read-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { TextField } from './field';

const texts = adminTexts.shell.form;

type ReasonFieldProps = {
  /** Tells apart the fields of several forms on a page. */
  readonly form?: string;
  /** Says where the note is shown. */
  readonly help?: string;
  readonly className?: string;
};

/** The note on why something is done. reasonOf() reads it. */
export function ReasonField({ form, help = texts.reasonHelp, className }: ReasonFieldProps) {
  return (
    <TextField
      name={form === undefined ? 'reason' : `reason_${form}`}
      label={texts.reason}
      help={help}
      maxLength={maximumReason}
      {...(className !== undefined && { className })}
    />
  );
}
