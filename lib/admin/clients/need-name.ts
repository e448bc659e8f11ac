import { AdminError } from '../admin-error';

/**
 * Requires a name for a client that is created or changed on a page. In a file the name is optional.
 * @throws AdminError `invalid` at the name
 */
export function needName(name: unknown): void {
  if (typeof name === 'string' && name.trim() !== '') return;
  const message = 'expected a name';
  throw new AdminError('invalid', message, [{ field: 'client_name', code: 'empty', message }]);
}
