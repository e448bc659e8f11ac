import { AdminError } from '../admin-error';

/** A client that is made or changed on a page has a name; a file may leave it out. @throws AdminError `invalid` at it */
export function needName(name: unknown): void {
  if (typeof name === 'string' && name.trim() !== '') return;
  const message = 'expected a name';
  throw new AdminError('invalid', message, [{ field: 'client_name', code: 'empty', message }]);
}
