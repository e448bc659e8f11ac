import { listClients } from '#lib/clients/client-store';
import type { Change } from '#lib/config/diff';
import { refreshLogos } from '#lib/protocol/client-logos/refresh-logos';
import type { AdminContext } from '../admin-context';

/** A person is waiting, so only this many logos are fetched at once. The background job fetches the others. */
const maximumClients = 3;

/**
 * Fetches the logos of clients that an administrator has just changed, so that the next page can show the result. The
 * change itself is already saved. The background job retries failed fetches.
 */
export async function settleLogos(admin: AdminContext, changes: readonly Change[]): Promise<boolean> {
  const ids = changes.filter(mayShowAnother).map(({ key }) => key);
  if (ids.length === 0 || ids.length > maximumClients) return false;
  try {
    return (await refreshLogos(await listClients(admin.db, ids), admin, maximumClients)) > 0;
  } catch (error) {
    admin.log.warn({ err: error }, 'could not fetch a logo');
    return false;
  }
}

/** A change affects the logo only if it changes something that refreshLogos() reads. */
function mayShowAnother({ section, kind, values }: Change): boolean {
  if (section !== 'clients' || kind === 'delete') return false;
  return kind === 'create' || values.some(({ key }) => ['logo_uri', 'enabled', 'self_registered'].includes(key));
}
