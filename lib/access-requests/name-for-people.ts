import { agentHost } from '#lib/clients/agents/self-description';
import type { ClientRecord } from '#lib/clients/client';
import { displayText } from '#lib/i18n/display-text';

/** The name of a client for people. A client that registered itself can choose any, so it has its host. */
export function nameForPeople(
  client: ClientRecord | (Parameters<typeof agentHost>[0] & Pick<ClientRecord, 'clientName'>),
): string {
  return displayText(client.selfRegistered ? agentHost(client) : (client.clientName ?? client.clientId));
}
