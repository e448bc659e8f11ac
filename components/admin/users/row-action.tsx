import type { NeededProof } from '#lib/admin/access/proof-window';
import type { AdminAction } from '#lib/admin/action-state';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

type RowActionProps = {
  readonly action: AdminAction;
  readonly csrf: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly label: string;
  readonly proof?: NeededProof;
};

/** A button in a row of a table. */
export function RowAction({ action, csrf, hidden, label, proof = 'none' }: RowActionProps) {
  return (
    <ActionForm action={action} proof={proof} csrf={csrf} hidden={hidden} className="grid gap-2">
      <SubmitButton variant="secondary" size="small">
        {label}
      </SubmitButton>
    </ActionForm>
  );
}
