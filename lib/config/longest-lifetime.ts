import { listClients } from '#lib/clients/store';
import type { Database } from '#lib/db/database';

const defaultSeconds = 3600;

/** The longest lifetime of anything that is signed for a client, in seconds: so long a former key has to verify. */
export async function longestTokenLifetime(db: Database): Promise<number> {
  const clients = await listClients(db);
  return clients.reduce(
    (longest, client) => Math.max(longest, client.accessTokenLifetimeSeconds, client.idTokenLifetimeSeconds),
    defaultSeconds,
  );
}
