import { listClients } from '#lib/clients/client-store';
import type { Change } from '#lib/config/diff';
import { fetchChangedLogos, settledTogether } from '#lib/protocol/client-logos/refresh-logos';
import type { AdminContext } from '../admin-context';

/** Fetches the logos of clients that an administrator has just changed: see fetchChangedLogos(). */
export async function settleChangedLogos(admin: AdminContext, changes: readonly Change[]): Promise<boolean> {
  const ids = changes.filter(mayShowAnother).map(({ key }) => key);
  if (ids.length === 0 || ids.length > settledTogether) return false;
  return fetchChangedLogos(await listClients(admin.db, ids), admin);
}

/** A change affects the logo only if it changes something that refreshLogos() reads. */
function mayShowAnother({ section, kind, values }: Change): boolean {
  if (section !== 'clients' || kind === 'delete') return false;
  return kind === 'create' || values.some(({ key }) => ['logo_uri', 'enabled', 'self_registered'].includes(key));
}
