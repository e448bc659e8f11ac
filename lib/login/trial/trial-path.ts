import { pathKey } from '#lib/vocabulary/path-segment';

/** The page of the administration where a client's sign-in is tried, and where a trial ends. */
export function trialPath(clientId: string): string {
  return `/admin/clients/${pathKey(clientId)}/try`;
}
