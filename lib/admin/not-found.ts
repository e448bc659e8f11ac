import { AdminError } from './admin-error';

/** For an unknown address. */
export function notFound(): AdminError {
  return new AdminError('not_found', 'There is nothing here');
}
