import { AdminError } from './admin-error';

/** For an address that leads nowhere. */
export function notFound(): AdminError {
  return new AdminError('not_found', 'There is nothing here');
}
