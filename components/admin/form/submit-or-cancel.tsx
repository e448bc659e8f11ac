import { ButtonLink } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';
import { SubmitButton } from './submit-button';

type SubmitOrCancelProps = {
  readonly submit: string;
  readonly variant?: 'primary' | 'danger';
  /** The page for a person who cancels. */
  readonly backHref: string;
};

/** The submit button and the cancel link at the end of a form. */
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
