import { daySeconds } from '#lib/vocabulary/time';
import { blocksOf, blocksOthers, type Trust, trustOf } from './agents/trust';
import type { Client } from './client';
import { isDocumentClient } from './documents/document-url';
import { admitsDocument, type DocumentRules } from './documents/domains';

type Clients = ReadonlyMap<string, Client>;

/** The rules of the portal for agents. */
type Rules = DocumentRules & {
  readonly agents: { readonly grantDays: number; readonly accessTokenSeconds: number };
};

/** Whether the portal's rules apply to one of these clients. */
export function hasGoverned(clients: Clients): boolean {
  return [...clients.values()].some(({ selfRegistered }) => selfRegistered);
}

/** Whether one of these clients blocks others, so that changing it may unblock them. */
export function blocksAnother(clients: Clients, clientIds: readonly string[]): boolean {
  return clientIds.some((clientId) => {
    const client = clients.get(clientId);
    return client !== undefined && blocksOthers(client);
  });
}

/**
 * Applies the portal's rules to the clients, for every endpoint. An agent counts as disabled if it is blocked, needs
 * approval first, or has a document that is no longer allowed. Its tokens, and what people allow it without being asked
 * again, last no longer than the portal says.
 * @returns the same map if nothing changes
 */
export function governClients(clients: Clients, rules: Rules): Clients {
  const blocks = blocksOf(clients.values());
  const governed = [...clients].flatMap(([clientId, client]) => {
    const left = client.selfRegistered ? govern(client, trustOf(client, blocks, rules), rules) : client;
    return left === client ? [] : [[clientId, left] as const];
  });
  return governed.length === 0 ? clients : new Map([...clients, ...governed]);
}

function govern(client: Client, trust: Trust, rules: Rules): Client {
  const { awaitsApproval: waited = false, ...rest } = client;
  const isAllowed = (client.enabled || waited) && trust !== 'blocked' && isAdmitted(client, rules);
  const waits = isAllowed && trust === 'unknown' && rules.clientIdMetadataDocuments === 'approval';
  const enabled = isAllowed && !waits;
  const { grantDays, accessTokenSeconds } = rules.agents;
  const accessTokenLifetimeSeconds = Math.min(client.accessTokenLifetimeSeconds, accessTokenSeconds);
  const withinDays = (seconds: number | null) => Math.min(seconds ?? Number.POSITIVE_INFINITY, grantDays * daySeconds);
  const refreshTokenLifetimeSeconds = withinDays(client.refreshTokenLifetimeSeconds);
  const consentLifetimeSeconds = withinDays(client.consentLifetimeSeconds);
  const isWithin =
    enabled === client.enabled &&
    waits === waited &&
    accessTokenLifetimeSeconds === client.accessTokenLifetimeSeconds &&
    refreshTokenLifetimeSeconds === client.refreshTokenLifetimeSeconds &&
    consentLifetimeSeconds === client.consentLifetimeSeconds;
  if (isWithin) return client;
  const bounds = { accessTokenLifetimeSeconds, refreshTokenLifetimeSeconds, consentLifetimeSeconds };
  return { ...rest, ...bounds, enabled, ...(waits && { awaitsApproval: true }) };
}

/** A stored client_id may be older than the rules for addresses. */
function isAdmitted(client: Client, rules: Rules): boolean {
  return !isDocumentClient(client) || (URL.canParse(client.clientId) && admitsDocument(client.clientId, rules));
}
