import { agentHost } from '#lib/clients/agents/agent-host';
import { blankClient } from '#lib/clients/blank-client';
import type { Client } from '#lib/clients/client';
import { toClient } from '#lib/clients/client-record';
import type { Snapshot } from '#lib/snapshot/snapshot';

/**
 * A client of which people only read the host: nothing else is known of it, or nobody has approved it yet. They sign in by
 * the rules of the portal.
 */
export function unknownClient(clientId: string, { clients }: Pick<Snapshot, 'clients'>): Client {
  const address = { clientId, selfRegistered: true, documentHash: '', redirectUris: [] };
  const clientName = agentHost(clients.get(clientId) ?? address);
  return toClient({ ...blankClient(clientId), clientName, selfRegistered: true });
}
