import { pkceSince } from '#lib/clients/usage/unused-since';
import { listPkceUses, type PkceUse } from '#lib/clients/usage/use-store';
import type { AdminContext } from '../admin-context';
import { recommendsPkce } from '../checks/client-rules';

/**
 * How a client that may leave out PKCE redeemed its codes in the last days.
 * @returns null if PKCE is not recommended to it, or if nothing is known
 */
export async function readPkceUse(
  { db, snapshot, now }: Pick<AdminContext, 'db' | 'snapshot' | 'now'>,
  clientId: string,
): Promise<PkceUse | null> {
  const client = snapshot.clients.get(clientId);
  if (client === undefined || !recommendsPkce(client)) return null;
  return (await listPkceUses(db, pkceSince(now), clientId)).get(clientId) ?? null;
}
