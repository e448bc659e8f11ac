import type { ReactNode } from 'react';
import { undoPath } from '#lib/admin/history/feature';
import { SubmitButton } from './form/form-end';
import { pageForms } from './page-facts';

type UndoFormProps = { readonly number: number; readonly className?: string; readonly children: ReactNode };

/**
 * Undoes one revision. If an entry was changed since, or a proof is needed, the button leads to a page that shows what
 * would change.
 */
export function UndoForm({ number, className, children }: UndoFormProps) {
  const { csrf, address } = pageForms();
  return (
    <form action={`${undoPath(number)}/submit`} method="post" className={className} data-once>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="back" value={address} />
      <SubmitButton variant="secondary" size="small">
        {children}
      </SubmitButton>
    </form>
  );
}
