import { maximumReason } from '#lib/admin/read-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { TextField } from './field';

const texts = adminTexts.shell.form;

type ReasonFieldProps = {
  /** Tells the fields of several forms of a page apart. */
  readonly form?: string;
  /** Where it is shown. */
  readonly help?: string;
  readonly className?: string;
};

/** Why something is done: what reasonOf() reads. */
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
