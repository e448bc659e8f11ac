import { AdminError } from '../admin-error';
import type { ActionForm } from '../read-form';

/** Makes sure that a person typed the name of what they are about to delete. @throws AdminError `invalid` at typed */
export function confirmName(form: ActionForm, name: string): void {
  if (form.text('typed') === name) return;
  const message = `expected ${name}`;
  throw new AdminError('invalid', message, [{ field: 'typed', code: 'not_the_name', message }]);
}
