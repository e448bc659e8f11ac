import type { Client } from '../client';
import { isDocumentClient } from './document-client';
import { admitsDocument, type DocumentRules } from './domains';

type Clients = ReadonlyMap<string, Client>;

/** True if the portal's rules for documents decide about one of these clients. */
export function hasGoverned(clients: Clients): boolean {
  return [...clients.values()].some(isDocumentClient);
}

/**
 * The clients as the portal's rules leave them: one whose document is not admitted any more counts as disabled, at every
 * endpoint.
 * @returns the same map when nothing is to be changed
 */
export function governClients(clients: Clients, rules: DocumentRules): Clients {
  const refused = [...clients.values()].filter(
    (client) => client.enabled && isDocumentClient(client) && !isAdmitted(client, rules),
  );
  if (refused.length === 0) return clients;
  return new Map([...clients, ...refused.map((client) => [client.clientId, { ...client, enabled: false }] as const)]);
}

/** A stored client_id may be older than the rules for addresses. */
function isAdmitted({ clientId }: Client, rules: DocumentRules): boolean {
  return URL.canParse(clientId) && admitsDocument(clientId, rules);
}
