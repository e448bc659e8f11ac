import { pathKey } from '#lib/vocabulary/path-segment';

/** The page of the administration where a trial of a client's sign-in starts and ends. */
export function trialPath(clientId: string): string {
  return `/admin/clients/${pathKey(clientId)}/try`;
}
