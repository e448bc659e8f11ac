import type { AdminAction } from '#lib/admin/action-state';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

type RowActionProps = {
  readonly action: AdminAction;
  readonly csrf: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly label: string;
};

/** A button in a row of a table. */
export function RowAction({ action, csrf, hidden, label }: RowActionProps) {
  return (
    <ActionForm action={action} csrf={csrf} hidden={hidden} className="grid gap-2">
      <SubmitButton variant="secondary" size="small">
        {label}
      </SubmitButton>
    </ActionForm>
  );
}
