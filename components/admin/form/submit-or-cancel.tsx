import { ButtonLink } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';
import { SubmitButton } from './submit-button';

type SubmitOrCancelProps = {
  readonly submit: string;
  readonly variant?: 'primary' | 'danger';
  /** Where somebody goes who does not send the form. */
  readonly backHref: string;
};

/** The end of a form that somebody may leave. */
export function SubmitOrCancel({ submit, variant = 'primary', backHref }: SubmitOrCancelProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <SubmitButton variant={variant}>{submit}</SubmitButton>
      <ButtonLink href={backHref} variant="quiet">
        {adminTexts.shell.form.cancel}
      </ButtonLink>
    </div>
  );
}
