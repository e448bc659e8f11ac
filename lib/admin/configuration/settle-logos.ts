import { listClients } from '#lib/clients/client-store';
import type { Change } from '#lib/config/diff';
import { refreshLogos } from '#lib/protocol/client-logos/refresh-logos';
import type { AdminContext } from '../admin-context';

/** A person waits; the background job fetches what an import changes beyond these. */
const maximumClients = 3;

/**
 * Fetches the logos of clients that an administrator has just changed, so that the next page can show the result. The
 * change itself is saved. The background job tries a failed fetch again.
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

/** Only what refreshLogos() looks at can give a client another logo. */
function mayShowAnother({ section, kind, values }: Change): boolean {
  if (section !== 'clients' || kind === 'delete') return false;
  return kind === 'create' || values.some(({ key }) => ['logo_uri', 'enabled', 'self_registered'].includes(key));
}
