import { flatMapInSlices } from '#lib/http/in-slices';
import { daySeconds } from '#lib/vocabulary/time';
import { blocksOf, type Trust, trustOf } from './agents/trust';
import type { Client } from './client';
import { isDocumentClient } from './documents/document-url';
import { admitsDocument, type DocumentRules } from './documents/domains';

type Clients = ReadonlyMap<string, Client>;

/** The rules of the portal for agents. */
type Rules = DocumentRules & {
  readonly agents: { readonly grantDays: number; readonly accessTokenSeconds: number };
};

/**
 * Applies the portal's rules to the clients, for every endpoint. An agent counts as disabled if it is blocked, needs
 * approval first, or has a document that is no longer allowed. Its tokens, and what people allow it without being asked
 * again, last no longer than the portal says. It works in slices.
 * @param clients as they are stored
 * @returns the same map if nothing changes
 */
export async function governClients(clients: Clients, rules: Rules): Promise<Clients> {
  const blocks = blocksOf(clients.values());
  const governed = await flatMapInSlices(clients.values(), (client) => {
    const left = client.selfRegistered ? govern(client, trustOf(client, blocks, rules), rules) : client;
    return left === client ? [] : [left];
  });
  if (governed.length === 0) return clients;
  const all = new Map(clients);
  for (const client of governed) all.set(client.clientId, client);
  return all;
}

function govern(client: Client, trust: Trust, rules: Rules): Client {
  const isAllowed = client.enabled && trust !== 'blocked' && isAdmitted(client, rules);
  const waits = isAllowed && trust === 'unknown' && rules.clientIdMetadataDocuments === 'approval';
  const enabled = isAllowed && !waits;
  const { grantDays, accessTokenSeconds } = rules.agents;
  const accessTokenLifetimeSeconds = Math.min(client.accessTokenLifetimeSeconds, accessTokenSeconds);
  const withinDays = (seconds: number | null) => Math.min(seconds ?? Number.POSITIVE_INFINITY, grantDays * daySeconds);
  const refreshTokenLifetimeSeconds = withinDays(client.refreshTokenLifetimeSeconds);
  const consentLifetimeSeconds = withinDays(client.consentLifetimeSeconds);
  const isWithin =
    enabled === client.enabled &&
    accessTokenLifetimeSeconds === client.accessTokenLifetimeSeconds &&
    refreshTokenLifetimeSeconds === client.refreshTokenLifetimeSeconds &&
    consentLifetimeSeconds === client.consentLifetimeSeconds;
  if (isWithin) return client;
  const bounds = { accessTokenLifetimeSeconds, refreshTokenLifetimeSeconds, consentLifetimeSeconds };
  return { ...client, ...bounds, enabled, ...(waits && { awaitsApproval: true }) };
}

/** A stored client_id may be older than the rules for addresses. */
function isAdmitted(client: Client, rules: Rules): boolean {
  return !isDocumentClient(client) || (URL.canParse(client.clientId) && admitsDocument(client.clientId, rules));
}
