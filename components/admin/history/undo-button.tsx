import type { AdminAction } from '#lib/admin/action-state';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';

type UndoButtonProps = { readonly number: number; readonly action: AdminAction; readonly csrf: string };

/** Undoes one revision. If an entry was changed since, the button leads to a page that shows what would change. */
export function UndoButton({ number, action, csrf }: UndoButtonProps) {
  const { undo, revision } = adminTexts.history;
  return (
    <ActionForm action={action} csrf={csrf} hidden={{ number: String(number) }} className="inline-grid gap-2">
      <SubmitButton variant="secondary" size="small">
        {undo.button}
        <span className="sr-only"> {revision(number)}</span>
      </SubmitButton>
    </ActionForm>
  );
}
